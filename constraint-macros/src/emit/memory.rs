//! Which of the kept values outlive a degenerate pose.

use super::joint::Joint;
use super::text::Text;

/// `const MEMORY`
pub(super) fn constant(joint: &Joint<'_>, into: &mut Text) {
    let memory = &joint.compiled.program.fast.memory;
    if memory.is_empty() {
        return;
    }
    let fields = memory.iter().flat_map(|&(x, y)| [x, y]);
    let numbers: Vec<usize> = fields.map(|field| joint.prepared.number(field)).collect();
    write!(into, "/// The last normals.\nconst MEMORY: &'static [usize] = &{numbers:?};");
}
