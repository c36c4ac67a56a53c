//! Names and comments use the field's words: `.ci/words.txt` lists what is not written, and what to write instead.

use std::error::Error;
use std::fs;
use std::path::Path;

/// A section of the list: what it is about, for which folders, and its entries.
struct Section {
    kind: String,
    folders: Vec<String>,
    /// The word or phrase, and what to write instead.
    entries: Vec<(String, String)>,
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let entry = line.strip_prefix("  ").and_then(|entry| entry.split_once(" = "));
        if let (Some((word, term)), Some(section)) = (entry, sections.last_mut()) {
            section.entries.push((word.to_owned(), term.to_owned()));
        } else {
            let mut words = line.split_whitespace().map(str::to_owned);
            let kind = words.next().unwrap_or_default();
            sections.push(Section { kind, folders: words.collect(), entries: Vec::new() });
        }
    }
    sections
}

/// The comment of a line, if it has one. A `//` within a text counts as well: better one line too many than one too few.
fn comment(line: &str) -> Option<&str> {
    line.find("//").map(|start| &line[start..])
}

/// The words of an identifier: `body_slot` and `BodySlot` have the same two.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_upper = true;
    for letter in identifier.chars() {
        if letter == '_' || (letter.is_uppercase() && !was_upper) {
            words.push(String::new());
        }
        was_upper = letter.is_uppercase();
        if let Some(word) = words.last_mut().filter(|_| letter != '_') {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

impl Section {
    /// The entries that a line of code breaks.
    fn broken<'a>(&'a self, line: &'a str) -> Vec<&'a (String, String)> {
        if self.kind == "comments" {
            let comment = comment(line).unwrap_or_default().to_lowercase();
            return self.entries.iter().filter(|(phrase, _)| is_in(&comment, phrase)).collect();
        }
        let code = comment(line).map_or(line, |comment| &line[..line.len() - comment.len()]);
        let identifiers = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let own: Vec<String> = identifiers.flat_map(words).collect();
        self.entries.iter().filter(|(word, _)| own.contains(word)).collect()
    }
}

/// Whether a phrase is in a text, and not within longer words.
fn is_in(text: &str, phrase: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
    text.match_indices(phrase).any(|(at, _)| {
        !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + phrase.len()..].chars().next())
    })
}

/// Calls `act` with each source file below a folder.
fn each_file(folder: &Path, act: &mut dyn FnMut(&Path, &str)) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            each_file(&path, act)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            act(&path, &fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

#[test]
fn names_and_comments_use_the_words_of_the_field() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut mistakes = Vec::new();
    for section in sections(&fs::read_to_string(root.join(".ci/words.txt"))?) {
        assert!(!section.entries.is_empty(), "the section `{}` has no words", section.kind);
        for folder in &section.folders {
            each_file(&root.join(folder), &mut |path, text| {
                for (number, line) in (1..).zip(text.lines()) {
                    for (word, term) in section.broken(line) {
                        mistakes.push(format!("{}:{number}: `{word}`; write: {term}", path.display()));
                    }
                }
            })?;
        }
    }
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
    Ok(())
}

#[test]
fn a_word_is_found_in_identifiers_and_a_phrase_in_comments() {
    let list = sections("# comment\nnames a b\n  ray = spoke\n\ncomments c\n  so that = so\n  of these. = name them\n");
    let [names, comments] = &list[..] else { panic!("{} sections", list.len()) };
    assert_eq!(
        (&names.folders[..], &names.entries[..]),
        (&["a".to_owned(), "b".to_owned()][..], &[("ray".to_owned(), "spoke".to_owned())][..])
    );
    for line in ["let ray = 1;", "struct RayTable;", "fn last_ray() {}", "RAY_COUNT"] {
        assert_eq!(names.broken(line).len(), 1, "{line}");
    }
    for line in ["let array = 1;", "// a ray", "fn stray() {}", "Array"] {
        assert_eq!(names.broken(line).len(), 0, "{line}");
    }
    for line in ["/// Sorted so that it ends.", "x(); // So that", "//! Many of these."] {
        assert_eq!(comments.broken(line).len(), 1, "{line}");
    }
    for line in ["let so_that = 1;", "/// of these bodies", "/// also that"] {
        assert_eq!(comments.broken(line).len(), 0, "{line}");
    }
}
