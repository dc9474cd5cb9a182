mod handlers;
mod storage;
mod service;
mod tcp;

use axum::{routing::{get, post}, Router};
use std::fs;

#[tokio::main]
async fn main() {
    let banner = fs::read_to_string("banner.txt").unwrap_or_default();
    println!("{banner}");
    let app = Router::new()
        .route("/avatar/:id", get(handlers::avatar))
        .route("/report", post(handlers::report))
        .route("/convert", post(handlers::convert))
        .route("/price", get(handlers::price))
        .route("/retry", get(handlers::retry))
        .route("/safe", get(handlers::safe));
    tokio::spawn(tcp::serve());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await.unwrap();
    axum::serve(listener, app).await.unwrap();
}
