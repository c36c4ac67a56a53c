//! Which known name a misspelt one was meant to be.

/// What other libraries call what has a name here.
const ELSEWHERE: [(&str, &str); 27] = [
    ("pos", "position"),
    ("translation", "position"),
    ("center", "position"),
    ("centre", "position"),
    ("rot", "rotation"),
    ("orientation", "rotation"),
    ("theta", "angle"),
    ("linvel", "linear_velocity"),
    ("angvel", "angular_velocity"),
    ("omega", "angular_velocity"),
    ("transform", "point"),
    ("norm", "length"),
    ("magnitude", "length"),
    ("len", "length"),
    ("norm_squared", "length_squared"),
    ("cross", "perp_dot"),
    ("unit", "normalize"),
    ("angle_between", "angle_to"),
    ("pow", "powf"),
    ("log", "ln"),
    ("limit", "within"),
    ("between", "within"),
    ("range", "within"),
    ("sign", "signum"),
    ("speed", "at_rate"),
    ("at_speed", "at_rate"),
    ("motor", "at_rate"),
];

/// The known name that a wrong one was meant to be: misspelt, called as elsewhere, or with a word too many or too few.
pub fn meant<'a>(wanted: &str, among: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut known: Vec<&str> = among.into_iter().collect();
    known.retain(|known| *known != wanted);
    meant_of(wanted, &known)
}

fn meant_of(wanted: &str, known: &[&str]) -> Option<String> {
    let elsewhere = || {
        let (_, here) = ELSEWHERE.iter().find(|(there, _)| wanted.eq_ignore_ascii_case(there))?;
        known.iter().find(|known| *known == here).map(|known| (*known).to_owned())
    };
    elsewhere().or_else(|| nearest(wanted, known)).or_else(|| by_words(wanted, known))
}

/// The first name that has all words of the wrong one, or whose words the wrong one has all: `velocity`, `world_point`.
fn by_words(wanted: &str, known: &[&str]) -> Option<String> {
    let has_all = |outer: &str, inner: &str| inner.split('_').all(|word| outer.split('_').any(|other| other == word));
    let is_word = |name: &str| name.len() > 2;
    let found = known
        .iter()
        .find(|known| is_word(wanted) && is_word(known) && (has_all(known, wanted) || has_all(wanted, known)));
    found.map(|known| (*known).to_owned())
}

/// The name among `known` that is nearest to `wanted`, if one is near enough to be what was meant.
fn nearest(wanted: &str, known: &[&str]) -> Option<String> {
    let letters = wanted.chars().count();
    let mut nearest: Option<(usize, &str)> = None;
    for known in known {
        let distance = distance(&wanted.to_lowercase(), &known.to_lowercase());
        // At least one letter has to be right: `a` is no misspelt `b`. The first of equals, so that the answer follows the order
        // of declaration.
        let is_near = distance <= (letters / 3).max(1) && distance < letters;
        if is_near && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, known));
        }
    }
    nearest.map(|(_, known)| known.to_owned())
}

/// How many letters have to be put in, left out, changed, or swapped with the next one.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // Rows of the table for the last two prefixes of `from`; a swap looks back two.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 0..from.len() {
        let mut row = vec![i + 1];
        for j in 0..to.len() {
            let changed = last[j] + usize::from(from[i] != to[j]);
            let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, meant, nearest};

    #[test]
    fn counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("length", "length"), 0);
        assert_eq!(distance("lenght", "length"), 1);
        assert_eq!(distance("local_anchr", "local_anchor"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn suggests_what_is_near_and_nothing_else() {
        let known = ["position", "rotation", "angle"];
        assert_eq!(nearest("positon", &known), Some("position".to_owned()));
        assert_eq!(nearest("Angle", &known), Some("angle".to_owned()));
        assert_eq!(nearest("velocity", &known), None);
        assert_eq!(nearest("c", &["a", "b"]), None);
    }

    #[test]
    fn prefers_the_first_of_equals() {
        assert_eq!(nearest("anchor_c", &["anchor_a", "anchor_b"]), Some("anchor_a".to_owned()));
    }

    #[test]
    fn knows_words_and_what_others_call_it() {
        let known = ["position", "linear_velocity", "angular_velocity", "point", "x"];
        assert_eq!(meant("velocity", known), Some("linear_velocity".to_owned()));
        assert_eq!(meant("world_point", known), Some("point".to_owned()));
        assert_eq!(meant("omega", known), Some("angular_velocity".to_owned()));
        assert_eq!(meant("mass", known), None);
        assert_eq!(meant("x_offset", known), None);
        assert_eq!(meant("position", known), None);
    }
}
