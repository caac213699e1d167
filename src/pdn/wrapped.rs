//! Words in lines of at most 80 letters.

/// A text in the making.
#[derive(Default)]
pub struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    /// Adds a word, on a new line if this one is full.
    pub fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= 80;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// The text so far.
    pub fn into_text(self) -> String {
        self.text
    }
}
