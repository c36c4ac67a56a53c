//! Makes the page of the testbed. With `--serve`, serves it as well, since browsers load no wasm from a file.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = testbed_web::build()?;
    println!("{}", page.display());
    if std::env::args().any(|argument| argument == "--serve") {
        let (address, thread) = testbed_web::serve(page, 8080)?;
        println!("{address}");
        thread.join().map_err(|_| "the server stopped")?;
    }
    Ok(())
}
