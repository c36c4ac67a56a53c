//! What a contender has to do.

/// A body as an engine tells it, in `f64`.
#[derive(Clone, Copy, Debug, Default)]
pub struct State {
    /// Centre of mass, m.
    pub position: [f64; 2],
    /// Cosine of the orientation.
    pub cos: f64,
    /// Sine of the orientation.
    pub sin: f64,
    /// Velocity of the centre of mass, m/s.
    pub velocity: [f64; 2],
    /// Angular velocity, rad/s.
    pub angular_velocity: f64,
}

impl State {
    /// The place of a point of the body, m.
    pub fn point(&self, local: [f64; 2]) -> [f64; 2] {
        let ([x, y], [u, v]) = (self.position, local);
        [x + self.cos * u - self.sin * v, y + self.sin * u + self.cos * v]
    }
}

/// A scene in an engine.
pub trait Engine {
    /// Moves the scene by a sixtieth of a second. False if the engine refuses: it would end in infinity.
    fn step(&mut self) -> bool;
    /// The bodies, in the order of the scene.
    fn states(&self, states: &mut Vec<State>);
}
