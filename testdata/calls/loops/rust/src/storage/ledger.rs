use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};

#[derive(Clone)]
pub struct Ledger {
    path: String,
}

impl Ledger {
    pub fn append(&self, line: &str) {
        let mut f = OpenOptions::new().append(true).create(true).open(&self.path).unwrap(); //!
        writeln!(f, "{line}").unwrap();
    }

    pub fn rotate_if_needed(&self) {
        if fs::metadata(&self.path).map(|m| m.len()).unwrap_or(0) > 1 << 20 { //!
            fs::rename(&self.path, format!("{}.1", self.path)).ok(); //!
        }
        self.count_lines();
    }

    fn count_lines(&self) -> usize {
        let f = File::open(&self.path).unwrap(); //!
        BufReader::new(f).lines().count()
    }
}
