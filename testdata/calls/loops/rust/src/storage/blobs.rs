use std::fs;
use std::path::PathBuf;

fn path_of(id: &str) -> PathBuf {
    let dir = PathBuf::from("blobs");
    if !dir.exists() {
        fs::create_dir_all(&dir).ok(); //!
    }
    dir.join(id)
}

pub fn load(id: &str) -> Vec<u8> {
    fs::read(path_of(id)).unwrap_or_default() //!
}

pub fn checksum_all() -> String {
    let mut n = 0;
    for e in fs::read_dir("blobs").unwrap() {
        n += fs::read(e.unwrap().path()).unwrap().len();
    }
    n.to_string()
}
