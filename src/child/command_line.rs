//! A command as people type it, and where its program is.

use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::str::FromStr;

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// Why a text is no command.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// Nothing there.
    #[error("an empty command; expected a program and its arguments")]
    Empty,
    /// A quote without its partner.
    #[error("a {0} that is not closed in {1:?}")]
    Quote(char, String),
}

/// Words are separated by blanks; `"..."` and `'...'` hold blanks. A backslash is a letter like
/// any other: it separates folders on one system and is no escape.
impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<Self, CommandLineError> {
        let mut words = Self::words(text)?.into_iter();
        let program = words
            .next()
            .filter(|program| !program.is_empty())
            .ok_or(CommandLineError::Empty)?;
        Ok(Self {
            program,
            arguments: words.collect(),
        })
    }
}

impl CommandLine {
    /// The words of a text, at least one.
    pub fn words(text: &str) -> Result<Vec<String>, CommandLineError> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for letter in text.chars() {
            match (quote, letter) {
                (Some(open), _) if letter == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, _) if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        if let Some(open) = quote {
            return Err(CommandLineError::Quote(open, text.to_owned()));
        }
        words.extend(word);
        if words.is_empty() {
            return Err(CommandLineError::Empty);
        }
        Ok(words)
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The same command with a text put for each `{name}` in its arguments.
    #[must_use]
    pub fn filled_in(&self, name: &str, value: &str) -> Self {
        let place = format!("{{{name}}}");
        Self {
            program: self.program.clone(),
            arguments: self
                .arguments
                .iter()
                .map(|argument| argument.replace(&place, value))
                .collect(),
        }
    }

    /// Is there a place `{name}` to fill in?
    pub fn asks_for(&self, name: &str) -> bool {
        let place = format!("{{{name}}}");
        self.arguments
            .iter()
            .any(|argument| argument.contains(&place))
    }

    /// The program to start: as written in the engine's own folder, in ours, then, for a plain
    /// name, wherever the system finds programs. Folders may be written with either separator.
    pub fn program(&self, folder: Option<&Path>) -> PathBuf {
        let here = PathBuf::new();
        let folders = [folder.unwrap_or(&here), &here];
        for name in self.spellings() {
            for folder in folders {
                let candidate = folder.join(&name);
                if candidate.is_file() {
                    // A relative path would be looked for in the folder the program starts in.
                    return std::path::absolute(&candidate).unwrap_or(candidate);
                }
            }
        }
        PathBuf::from(&self.program)
    }

    fn spellings(&self) -> Vec<String> {
        let mut names = vec![self.program.clone()];
        let native = self.program.replace(['\\', '/'], MAIN_SEPARATOR_STR);
        if native != self.program {
            names.push(native);
        }
        let last = names[names.len() - 1].clone();
        if cfg!(windows) {
            names.push(format!("{last}.exe"));
        } else if let Some(bare) = last.strip_suffix(".exe") {
            names.push(bare.to_owned());
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let line: CommandLine = text.parse().unwrap();
        std::iter::once(line.program)
            .chain(line.arguments)
            .collect()
    }

    #[test]
    fn quotes_blanks_and_backslashes() {
        assert_eq!(words(" scan  hub "), ["scan", "hub"]);
        assert_eq!(
            words(r#""C:\Program Files\scan.exe" hub"#),
            [r"C:\Program Files\scan.exe", "hub"]
        );
        assert_eq!(words(r"'a b'/c --x='d e' ''"), ["a b/c", "--x=d e", ""]);
        assert_eq!(words(r".\engine.exe"), [r".\engine.exe"]);
        assert_eq!(" ".parse::<CommandLine>(), Err(CommandLineError::Empty));
        assert_eq!("'' x".parse::<CommandLine>(), Err(CommandLineError::Empty));
        let open = "a 'b".parse::<CommandLine>().unwrap_err().to_string();
        assert!(open.contains("' that is not closed"), "{open}");
    }

    #[test]
    fn programs_are_found_in_their_folder_however_written() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("sub dir");
        std::fs::create_dir(&inside).unwrap();
        let name = if cfg!(windows) {
            "engine.exe"
        } else {
            "engine"
        };
        let program = inside.join(name);
        std::fs::write(&program, "").unwrap();
        for text in [
            "engine",
            "./engine",
            r".\engine",
            r".\engine.exe",
            "engine.exe",
        ] {
            let line: CommandLine = text.parse().unwrap();
            let found = line.program(Some(&inside));
            assert!(found.is_absolute() && found.is_file(), "{text}: {found:?}");
        }
        let line: CommandLine = r"'sub dir\engine' hub".parse().unwrap();
        assert!(line.program(Some(folder.path())).is_file());
        let line: CommandLine = "no-such-engine".parse().unwrap();
        assert_eq!(line.program(Some(&inside)), Path::new("no-such-engine"));
    }

    #[test]
    fn places_are_filled_in() {
        let line: CommandLine = "dxp --port={port} x".parse().unwrap();
        assert!(line.asks_for("port") && !line.asks_for("host"));
        assert_eq!(
            line.filled_in("port", "27531").arguments()[0],
            "--port=27531"
        );
    }
}
