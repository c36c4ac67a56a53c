use constraint_core::constraint;

#[constraint(|a, b| (b.position - a.position).length() - self.length)]
struct Joint<T> {
    length: T,
}

fn main() {}
