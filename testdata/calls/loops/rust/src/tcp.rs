use std::net::TcpStream;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

pub async fn serve() {
    let l = TcpListener::bind("127.0.0.1:4000").await.unwrap();
    loop {
        let (mut s, _) = l.accept().await.unwrap();
        tokio::spawn(async move {
            let answer = ask_backend("127.0.0.1:9999");
            s.write_all(answer.as_bytes()).await.ok();
        });
    }
}

fn ask_backend(addr: &str) -> String {
    match TcpStream::connect(addr) { //!
        Ok(_) => "up".into(),
        Err(_) => {
            std::thread::sleep(std::time::Duration::from_secs(1)); //!
            "down".into()
        }
    }
}
