//! Closures that are odd but right, over the fields of `drawing.rs`. `benches/passes` compiles them, too.

/// Scalars of two bodies as someone may have reason to write them.
const SCALARS: [&str; 47] = [
    "b.angle - a.angle",
    "b.angle * a.angle",
    "1e-12 * (b.angle - a.angle)",
    "1e12 * (b.angle - a.angle) + 3.0",
    "1e6 + b.position.x - a.position.x",
    "(b.position - a.position).length()",
    "(b.position - a.position).length_squared().sqrt().sqrt()",
    "(b.position - a.position).length_recip()",
    "(b.position - a.position).length().ln()",
    "(-(b.position - a.position).length_squared()).exp()",
    "b.position.distance(a.position) - self.l.abs() * (b.angle - a.angle).abs()",
    "(b.angle - a.angle).sin()",
    "(1000.0 * (b.angle - a.angle)).sin()",
    "(b.angle - a.angle).sin() * 1e-9",
    "(b.angle - a.angle).tan()",
    "(0.5 * (b.position - a.position).x / self.k).asin()",
    "(0.5 * (b.position - a.position).x / self.k).acos()",
    "(self.l * self.l - (b.position - a.position).length_squared()).sqrt()",
    "(self.l - (b.position - a.position).length()).ln()",
    "((b.position.x - a.position.x) / self.l).powf(self.k)",
    "(b.angle - a.angle).powi(3)",
    "(b.angle - a.angle).powi(-2)",
    "(b.angle - a.angle).abs().powf(0.25)",
    "(b.angle - a.angle) / (b.position.x - a.position.x)",
    "(b.position - a.position).to_angle() - a.angle",
    "(a.rotation * self.u).angle_to(b.rotation * self.w)",
    "(a.rotation * self.u).dot(b.rotation * self.w)",
    "(a.rotation * self.u).normalize().perp_dot((b.rotation * self.w).normalize())",
    "(b.position - a.position).project_onto(a.rotation * self.u).length()",
    "(b.position - a.position).reject_from(self.u).x",
    "(b.angle - a.angle).max(0.0)",
    "(b.angle - a.angle).min(self.k).max(self.l)",
    "(b.angle - a.angle).clamp(-0.001, 0.001)",
    "(b.angle - a.angle).clamp(-1e-4, 1e-4)",
    "(b.angle - a.angle - self.k).clamp(-1e-4, 1e-4)",
    "(b.position - a.position).length().min(1e-3)",
    "(b.position.x - a.position.x).max(b.position.y - a.position.y)",
    "if b.position.y > a.position.y { b.angle } else { -a.angle }",
    "if b.angle - a.angle > self.k { b.angle - a.angle - self.k } else { 0.0 * b.angle }",
    "if a.position.x > 1.9 { a.angle + b.angle } else { 0.0 }",
    "if a.position.length() < 0.05 { a.angle + b.angle } else { 0.0 * a.angle }",
    "(self.q * (b.position - a.position)).y",
    "(self.q.inverse() * a.rotation.inverse() * (b.position - a.position)).x - self.lo * self.hi",
    "b.angle.mul_add(self.k, a.angle * self.l)",
    "b.position.x.hypot(a.position.y) + b.angle.to_degrees() * 0.001",
    "(b.position.midpoint(a.position) - self.u).dot(self.w)",
    "(b.position.lerp(a.position, self.k)).perp_dot(self.w)",
];

/// What a row may be told to do.
const ACTIONS: [&str; 6] =
    ["", ".within(self.lo..=self.hi)", ".at_rate(self.k)", ".soft(self.s)", ".spring(2.0, 0.0)", ".max_force(self.l)"];

/// Limits far, near, narrow and next to what a function cannot pass.
const LIMITS: [&str; 14] = [
    "(b.angle - a.angle).within(1e12..)",
    "(b.position.x - a.position.x).within(-1e9..=1e-9)",
    "(b.position - a.position).length().within(0.0..=self.hi)",
    "(b.position - a.position).length().within(0.0..=0.0)",
    "(b.position - a.position).length_squared().within(..=1e-6)",
    "(b.angle - a.angle).sin().within(..=0.99999)",
    "(b.angle - a.angle).sin().within(-0.999..=0.999)",
    "(b.angle * a.angle).cos().within(-0.9999..)",
    "(a.rotation * Vec2::X).dot(b.rotation * Vec2::X).within(0.99999..)",
    "(b.position.x - a.position.x).tan().atan().within(..=1.57)",
    "(-(b.position - a.position).length_squared()).exp().within(..=0.9999)",
    "(b.angle - a.angle).clamp(-1.0, 1.0).within(..=0.9999)",
    "(b.position.y - a.position.y).abs().within(1e-7..)",
    "(b.position.y - a.position.y).within(f32::NEG_INFINITY..=1.0)",
];

/// Whole joints.
const JOINTS: [&str; 26] = [
    // Held twice where C = 0, but not elsewhere: two bolts, three rods that meet, a weld by vectors.
    "|a, b| (b.point(self.u) - a.point(self.w), b.point(self.w) - a.point(self.u))",
    "|a, b| (b.point(self.u).distance(a.position), b.point(self.w).distance(a.position), b.position.distance(a.point(self.u)))",
    "|a, b| (b.position - a.position, (a.rotation * self.u).perp_dot(b.rotation * self.w))",
    // The same c more than once, as a spring, a motor and a stop.
    "|a, b| { let c = b.angle - a.angle; (c.soft(self.s), c.at_rate(1.0).max_force(2.0), c.within(0.0..), c.within(..=1.0), c) }",
    "|a, b| { let c = b.angle - a.angle; (c.within(self.lo..), c.within(..=self.hi), c.within(-1.0..=1.0)) }",
    "|a, b| { let c = b.angle - a.angle; (c.spring(1.0, 0.0), c.spring(0.0, 1.0), c.max_force(self.k), c) }",
    "|a, b| { let d = b.position - a.position; (d.at_rate(self.u).max_force(1.0), d.soft(self.s), d) }",
    // Forces that other rows bound.
    "|a, b| { let d = b.position - a.position; let c = d.y.within(0.0..); (c, d.x.at_rate(0.0).max_force_of(self.k, c)) }",
    "|a, b| { let d = b.position - a.position; (d, (b.angle - a.angle).soft(self.s).max_force_of(self.k, d)) }",
    // Many bodies, few rows; few bodies, as many rows as they have freedoms.
    "|a, b, c, d, e, f, g, h| (a.angle + b.angle + c.angle + d.angle, e.angle - f.angle + g.angle - h.angle)",
    "|a| (a.position - self.u, a.angle - self.k)",
    "|a| (a.angle, a.point(self.u))",
    "|a, b| (a.position, b.position, a.angle, b.angle)",
    "|a, b| (a.position + b.position, a.position - b.position, a.angle + b.angle, a.angle - 1e-6 * b.angle)",
    "|a, b, c| (a.angle - b.angle, b.angle - c.angle)",
    "|a, b, c| (a.position - b.position, b.position - c.position, c.angle - a.angle)",
    // Rates.
    "|skate| (skate.rotation.inverse() * skate.linear_velocity).y",
    "|wheel| wheel.linear_velocity.x - self.k * wheel.angular_velocity",
    "|wheel| (wheel.position.y - self.k, wheel.linear_velocity.x - self.k * wheel.angular_velocity)",
    "|a, b| (b.angular_velocity - self.k * a.angular_velocity, b.linear_velocity - a.linear_velocity)",
    "|a, b| (b.angular_velocity - a.angular_velocity).at_rate(self.k).max_force(self.l)",
    // The time.
    "|crank, t: Time| crank.angle - self.k * t",
    "|a, b, t: Time| (b.position - a.position).length() - self.l - self.k * (self.hi * t).sin()",
    // What only the user knows the value of, bodies that are there for another reason, dead zones on all sides.
    "|a, b| { let gain: Scalar = self.table[3].gain(); let arm: Vec2 = SOMEWHERE; (gain * b.angle - a.angle, (b.point(arm) - a.position).x) }",
    "|a, b, _anchor| b.angle - a.angle",
    "|a, b| { let d = b.position - a.position; d - d.clamp(Vec2::splat(-0.5), Vec2::splat(0.5)) }",
];

/// All of them.
pub(crate) fn closures() -> Vec<String> {
    let rows = SCALARS.iter().flat_map(|scalar| ACTIONS.map(|action| format!("|a, b| ({scalar}){action}")));
    let limits = LIMITS.iter().map(|row| format!("|a, b| {row}"));
    rows.chain(limits).chain(JOINTS.map(str::to_owned)).collect()
}
