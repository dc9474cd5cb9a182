use std::error::Error;

pub fn current(currency: &str) -> Result<String, Box<dyn Error>> {
    match primary(currency) {
        Ok(s) => Ok(s),
        Err(_) => fallback(currency),
    }
}

fn primary(currency: &str) -> Result<String, Box<dyn Error>> {
    let client = reqwest::blocking::Client::new(); //!
    let text = client.get(format!("http://rates/{currency}")).send()?.text()?;
    Ok(text)
}

fn fallback(currency: &str) -> Result<String, Box<dyn Error>> {
    let body = ureq::get(&format!("http://rates2/{currency}")).call()?.into_string()?; //!
    Ok(body)
}
