use std::io;
use std::process::Command;

pub fn to_png(data: &[u8]) -> io::Result<String> {
    let tmp = write_temp(data)?;
    let out = Command::new("convert").arg(&tmp).arg("png:-").output()?; //!
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn write_temp(data: &[u8]) -> io::Result<String> {
    let name = format!("/var/tmp/{}.img", data.len());
    std::fs::write(&name, data)?; //!
    Ok(name)
}
