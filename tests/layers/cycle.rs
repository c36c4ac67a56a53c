//! Cycles among the modules of one folder.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Import;

/// Every module with those of its siblings that it, or a module inside it, imports.
type Siblings = BTreeMap<String, BTreeSet<String>>;

/// One cycle for each module that is in one.
pub(crate) fn cycles(imports: &[Import]) -> Vec<Vec<String>> {
    let mut siblings = Siblings::new();
    for import in imports {
        if let Some((from, to)) = as_siblings(&import.from, &import.to) {
            siblings.entry(from).or_default().insert(to);
        }
    }
    let mut found: Vec<Vec<String>> = Vec::new();
    for module in siblings.keys() {
        if !found.iter().flatten().any(|known| known == module) {
            found.extend(cycle(&siblings, module));
        }
    }
    found
}

/// The two modules of one folder that contain these two. None if one of these contains the other.
fn as_siblings(from: &str, to: &str) -> Option<(String, String)> {
    let [from, to] = [from, to].map(|path| path.split("::").filter(|name| !name.is_empty()).collect::<Vec<&str>>());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let is_apart = common < from.len() && common < to.len();
    is_apart.then(|| (from[..=common].join("::"), to[..=common].join("::")))
}

/// The shortest way from a module back to it.
fn cycle(siblings: &Siblings, start: &String) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.clone()]];
    let mut met = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in way.last().and_then(|last| siblings.get(last)).into_iter().flatten() {
                let way = [&way[..], &[next.clone()]].concat();
                if next == start {
                    return Some(way);
                }
                if met.insert(next.clone()) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}
