pub mod blobs;
pub mod ledger;
