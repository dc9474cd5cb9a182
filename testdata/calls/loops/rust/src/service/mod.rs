pub mod backoff;
pub mod image;
pub mod rates;
