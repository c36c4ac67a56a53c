use constraint_core::constraint;

#[constraint(|a, b| {
    let mut d = b.position - a.position;
    d.length() - self.teeth as f32
})]
struct Joint {
    teeth: u32,
}

fn main() {}
