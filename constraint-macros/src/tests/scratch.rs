#[test]
fn scratch() {
    let text = std::fs::read_to_string("/tmp/scratch/language/closures.txt").expect("file");
    for closure in text.split("\n---\n") {
        println!("\n##### {}", closure.trim());
        match super::compile(closure) {
            Ok(compiled) => {
                for line in compiled.derivation.lines().skip(2) {
                    if line.starts_with("linear momentum") { break; }
                    println!("    {line}");
                }
            }
            Err(mistakes) => println!("    {:?}", mistakes.iter().map(|m| m.problem.to_string()).collect::<Vec<_>>()),
        }
    }
}
