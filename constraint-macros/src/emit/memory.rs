//! What outlives a degenerate pose, taken out of the kept values and put back.

use super::joint::Joint;
use super::text::Text;

/// `type Memory`, `fn memory` and `fn remember`
pub(super) fn functions(joint: &Joint<'_>, into: &mut Text) {
    let (memory, prepared) = (&joint.compiled.program.fast.memory, joint.prepared.ty());
    let fields: Vec<usize> = memory.iter().flat_map(|&(x, y)| [x, y]).collect();
    let count = fields.len();
    write!(into, "type Memory<T: core_::Element> = [T; {count}];");
    if fields.is_empty() {
        return;
    }
    write!(into, "/// The last normals.\nfn memory<S: core_::Real>(prepared: &{prepared}) -> [S; {count}] {{ ");
    into.list(&fields, &|field, into| joint.prepared.member(*field, into));
    write!(into, " }} fn remember<S: core_::Real>(prepared: &mut {prepared}, memory: &[S; {count}]) {{");
    for (place, field) in fields.iter().enumerate() {
        joint.prepared.member(*field, into);
        write!(into, "=memory[{place}];");
    }
    into.push("}");
}
