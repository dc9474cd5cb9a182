use std::thread;
use std::time::Duration;

pub fn with_retries<T, E>(n: u32, f: impl Fn() -> Result<T, E>) -> Result<T, E> {
    let mut last = f();
    for i in 0..n {
        if last.is_ok() {
            break;
        }
        pause(i);
        last = f();
    }
    last
}

fn pause(i: u32) {
    thread::sleep(Duration::from_millis(50 << i)); //!
}
