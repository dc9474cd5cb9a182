use axum::extract::{Path, Query, State};
use axum::Json;
use std::collections::HashMap;

use crate::storage::{blobs, ledger::Ledger};
use crate::service::{image, rates, backoff};

pub async fn avatar(Path(id): Path<String>) -> Vec<u8> {
    blobs::load(&id)
}

pub async fn report(State(ledger): State<Ledger>, Json(body): Json<HashMap<String, String>>) -> String {
    ledger.append(&body["line"]);
    ledger.rotate_if_needed();
    "ok".into()
}

pub async fn convert(body: axum::body::Bytes) -> String {
    image::to_png(&body).unwrap_or_default()
}

pub async fn price(Query(q): Query<HashMap<String, String>>) -> String {
    rates::current(&q["currency"]).unwrap_or_default()
}

pub async fn retry() -> String {
    backoff::with_retries(3, || Ok::<_, ()>("x".to_string())).unwrap()
}

pub async fn safe() -> String {
    tokio::task::spawn_blocking(|| blobs::checksum_all()).await.unwrap()
}
