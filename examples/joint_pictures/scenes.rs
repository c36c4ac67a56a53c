//! A small mechanism for each joint of the catalogue.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Body, BodyId, Constraint, Error, Scalar, Softness, Vec2, World};

/// How a body is drawn, m.
#[derive(Clone, Copy)]
pub(crate) enum Outline {
    Box(Scalar, Scalar),
    Disc(Scalar),
}

pub(crate) struct Shape {
    pub(crate) body: BodyId,
    pub(crate) outline: Outline,
}

pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) world: World,
    pub(crate) shapes: Vec<Shape>,
}

const PLATE: Outline = Outline::Box(1.0, 0.4);
const BAR: Outline = Outline::Box(1.6, 0.2);
const WEIGHT: Outline = Outline::Box(0.5, 0.5);
const WHEEL: Outline = Outline::Disc(0.4);

fn at(x: Scalar, y: Scalar) -> Vec2 {
    Vec2::new(x, y)
}

impl Scene {
    fn new(name: &'static str) -> Self {
        Self { name, world: World::new(), shapes: Vec::new() }
    }

    fn weightless(name: &'static str) -> Result<Self, Error> {
        let mut scene = Self::new(name);
        scene.world.set_gravity(Vec2::ZERO)?;
        Ok(scene)
    }

    fn ground(&mut self) -> Result<BodyId, Error> {
        self.world.add_body(Body::fixed())
    }

    /// A body that is seen, of the mass of its size.
    fn add(&mut self, body: Body, outline: Outline) -> Result<BodyId, Error> {
        let body = self.world.add_body(body)?;
        self.shapes.push(Shape { body, outline });
        Ok(body)
    }

    fn fixed(&mut self, at: Vec2, outline: Outline) -> Result<BodyId, Error> {
        self.add(Body::fixed().at(at), outline)
    }

    fn dynamic(&mut self, at: Vec2, outline: Outline) -> Result<BodyId, Error> {
        self.add(solid(outline).at(at), outline)
    }

    /// The scene with a joint of a type whose bodies are two.
    fn joined<J: Constraint<Bodies<BodyId> = [BodyId; 2]>>(
        mut self,
        bodies: [BodyId; 2],
        joint: J,
    ) -> Result<Self, Error> {
        self.world.add_joint::<J>(bodies, joint)?;
        Ok(self)
    }
}

/// A body of 10 kg/m².
fn solid(outline: Outline) -> Body {
    match outline {
        Outline::Box(width, height) => {
            let mass = 10.0 * width * height;
            Body::dynamic(mass, mass * (width * width + height * height) / 12.0)
        }
        Outline::Disc(radius) => {
            let mass = 31.4 * radius * radius;
            Body::dynamic(mass, 0.5 * mass * radius * radius)
        }
    }
}

pub(crate) fn all() -> Result<Vec<Scene>, Error> {
    let hinges = [pivot()?, revolute()?, weld()?, distance()?, soft_distance()?, damped_spring()?, strut()?];
    let lines = [line()?, rail()?, soft_rail()?, slider()?, prismatic()?, linear_motor()?, wheel()?];
    let angles = [angle()?, motor()?, ratchet()?, damped_rotary_spring()?];
    let others = [drive()?, mouse()?, pulley()?, ground_pulley()?];
    Ok(hinges.into_iter().chain(lines).chain(angles).chain(others).collect())
}

fn pivot() -> Result<Scene, Error> {
    let mut scene = Scene::new("pivot");
    let ground = scene.ground()?;
    let bar = scene.dynamic(at(0.8, 0.0), BAR)?;
    let joint = PivotJoint::at(&scene.world, [ground, bar], Vec2::ZERO)?;
    scene.joined([ground, bar], joint)
}

fn revolute() -> Result<Scene, Error> {
    let mut scene = Scene::new("revolute");
    let ground = scene.ground()?;
    let bar = scene.dynamic(at(0.8, 0.0), BAR)?;
    let hinge = RevoluteJoint::at(&scene.world, [ground, bar], Vec2::ZERO)?;
    let joint = RevoluteJoint { motor_speed: 3.0, max_motor_torque: 100.0, upper: 1.0, ..hinge };
    scene.joined([ground, bar], joint)
}

fn weld() -> Result<Scene, Error> {
    let mut scene = Scene::new("weld");
    let a = scene.add(solid(BAR).spinning(2.0), BAR)?;
    let b = scene.add(solid(BAR).at(at(0.8, 0.8)).rotated(1.570_796_4).spinning(2.0).moving(at(-1.6, 1.6)), BAR)?;
    let joint = WeldJoint::at(&scene.world, [a, b], at(0.8, 0.0))?;
    scene.joined([a, b], joint)
}

fn distance() -> Result<Scene, Error> {
    let mut scene = Scene::new("distance");
    let ground = scene.ground()?;
    let weight = scene.dynamic(at(1.6, 0.0), WEIGHT)?;
    let joint = DistanceJoint::at(&scene.world, [ground, weight], [Vec2::ZERO, at(1.35, 0.0)])?;
    scene.joined([ground, weight], joint)
}

fn soft_distance() -> Result<Scene, Error> {
    let mut scene = Scene::new("soft_distance");
    let ground = scene.ground()?;
    let weight = scene.dynamic(at(1.3, -0.6), WEIGHT)?;
    let spring = SoftDistanceJoint::at(&scene.world, [ground, weight], [Vec2::ZERO, at(1.05, -0.6)])?;
    scene.joined([ground, weight], SoftDistanceJoint { softness: Softness::new(0.8, 0.1), ..spring })
}

fn damped_spring() -> Result<Scene, Error> {
    let mut scene = Scene::new("damped_spring");
    let ground = scene.ground()?;
    let weight = scene.dynamic(at(1.2, -0.8), WEIGHT)?;
    let spring = DampedSpring::at(&scene.world, [ground, weight], [Vec2::ZERO, at(1.2, -0.55)])?;
    scene.joined([ground, weight], DampedSpring { stiffness: 60.0, damping: 2.0, ..spring })
}

fn strut() -> Result<Scene, Error> {
    let mut scene = Scene::new("strut");
    let ground = scene.ground()?;
    let flap = scene.dynamic(at(0.8, 0.0), BAR)?;
    let pin = PivotJoint::at(&scene.world, [ground, flap], Vec2::ZERO)?;
    scene.world.add_joint([ground, flap], pin)?;
    let strut = StrutJoint::at(&scene.world, [ground, flap], [at(0.4, -0.9), at(1.3, 0.0)])?;
    scene.joined([ground, flap], StrutJoint { motor_speed: 1.2, max_motor_force: 1000.0, ..strut })
}

/// A plate that turns freely, held on a line through the origin.
fn on_line(name: &'static str) -> Result<(Scene, [BodyId; 2]), Error> {
    let mut scene = Scene::new(name);
    let rail = scene.fixed(Vec2::ZERO, Outline::Box(3.2, 0.06))?;
    let body = solid(PLATE).at(at(-1.0, 0.0)).moving(at(3.0, 0.0)).spinning(-3.0);
    let plate = scene.add(body, PLATE)?;
    Ok((scene, [rail, plate]))
}

fn line() -> Result<Scene, Error> {
    let (scene, bodies) = on_line("line")?;
    let line = LineJoint::at(&scene.world, bodies, at(-1.0, 0.0), Vec2::X)?;
    scene.joined(bodies, LineJoint { lower: 0.0, upper: 2.0, ..line })
}

fn rail() -> Result<Scene, Error> {
    let (scene, bodies) = on_line("rail")?;
    let joint = RailJoint::at(&scene.world, bodies, at(-1.3, 0.0), Vec2::X)?;
    scene.joined(bodies, joint)
}

fn soft_rail() -> Result<Scene, Error> {
    let (scene, bodies) = on_line("soft_rail")?;
    let rail = SoftRailJoint::at(&scene.world, bodies, at(-1.0, 0.0), Vec2::X)?;
    scene.joined(bodies, SoftRailJoint { softness: Softness::new(0.9, 0.2), ..rail })
}

/// A plate that does not turn, on a line through the origin.
fn drawer(name: &'static str) -> Result<(Scene, [BodyId; 2]), Error> {
    let mut scene = Scene::new(name);
    let frame = scene.fixed(Vec2::ZERO, Outline::Box(3.2, 0.06))?;
    let plate = scene.dynamic(at(-1.0, 0.0), PLATE)?;
    Ok((scene, [frame, plate]))
}

fn slider() -> Result<Scene, Error> {
    let (mut scene, bodies) = drawer("slider")?;
    scene.world.body_mut(bodies[1])?.apply_impulse_at(at(14.0, 0.0), at(-1.0, 0.5))?;
    let joint = SliderJoint::at(&scene.world, bodies, at(-1.0, 0.0), Vec2::X)?;
    scene.joined(bodies, joint)
}

fn prismatic() -> Result<Scene, Error> {
    let (scene, bodies) = drawer("prismatic")?;
    let slider = PrismaticJoint::at(&scene.world, bodies, at(-1.0, 0.0), Vec2::X)?;
    scene.joined(bodies, PrismaticJoint { motor_speed: 4.0, max_motor_force: 500.0, upper: 1.6, ..slider })
}

fn linear_motor() -> Result<Scene, Error> {
    let mut scene = Scene::weightless("linear_motor")?;
    let frame = scene.fixed(Vec2::ZERO, Outline::Box(3.2, 0.06))?;
    let plate = scene.dynamic(at(-1.0, 0.3), PLATE)?;
    let motor = LinearMotorJoint::at(&scene.world, [frame, plate], at(-1.0, 0.3), Vec2::X)?;
    scene.joined([frame, plate], LinearMotorJoint { speed: 3.5, max_force: 500.0, ..motor })
}

fn wheel() -> Result<Scene, Error> {
    let mut scene = Scene::weightless("wheel")?;
    let car = scene.fixed(at(0.0, 0.9), Outline::Box(2.0, 0.4))?;
    let wheel = scene.dynamic(at(0.6, 0.0), WHEEL)?;
    scene.world.body_mut(wheel)?.apply_impulse(at(0.0, 10.0))?;
    let axle = WheelJoint::at(&scene.world, [car, wheel], at(0.6, 0.0), Vec2::Y)?;
    let suspension = Softness::new(1.0, 0.2);
    scene.joined([car, wheel], WheelJoint { suspension, motor_speed: -3.0, max_motor_torque: 50.0, ..axle })
}

/// Two wheels that nothing pulls at, the first one turning.
fn wheels(name: &'static str, spin: Scalar) -> Result<(Scene, [BodyId; 2]), Error> {
    let mut scene = Scene::weightless(name)?;
    let a = scene.add(solid(WHEEL).spinning(spin), WHEEL)?;
    let large = Outline::Disc(0.8);
    let b = scene.dynamic(at(1.25, 0.0), large)?;
    Ok((scene, [a, b]))
}

fn angle() -> Result<Scene, Error> {
    let (scene, bodies) = wheels("angle", 6.0)?;
    scene.joined(bodies, AngleJoint { ratio: -2.0, lower: 0.0, upper: 0.0 })
}

fn motor() -> Result<Scene, Error> {
    let (scene, bodies) = wheels("motor", 0.0)?;
    scene.joined(bodies, MotorJoint { rate: 4.0, max_torque: 12.0, ..MotorJoint::default() })
}

fn ratchet() -> Result<Scene, Error> {
    let (mut scene, bodies) = wheels("ratchet", 0.0)?;
    scene.world.body_mut(bodies[1])?.set_angular_velocity(3.0)?;
    scene.joined(bodies, RatchetJoint { pitch: 0.4, tooth: 0.0 })
}

fn damped_rotary_spring() -> Result<Scene, Error> {
    let (scene, bodies) = wheels("damped_rotary_spring", 0.0)?;
    scene.joined(bodies, DampedRotarySpring { rest_angle: 1.5, stiffness: 6.0, damping: 0.1 })
}

fn drive() -> Result<Scene, Error> {
    let mut scene = Scene::weightless("drive")?;
    let ground = scene.ground()?;
    let body = scene.dynamic(at(-1.0, 0.0), PLATE)?;
    let still = DriveJoint::at(&scene.world, [ground, body], at(-1.0, 0.0))?;
    let joint = DriveJoint {
        linear_velocity: at(3.5, 1.0),
        max_velocity_force: 100.0,
        angular_velocity: 1.5,
        max_velocity_torque: 100.0,
        ..still
    };
    scene.joined([ground, body], joint)
}

fn mouse() -> Result<Scene, Error> {
    let mut scene = Scene::new("mouse");
    let bar = scene.dynamic(Vec2::ZERO, BAR)?;
    let hand = MouseJoint::at(&scene.world, [bar], at(0.7, 0.0))?;
    let joint = MouseJoint { target: at(1.6, 1.4), softness: Softness::new(1.2, 0.7), ..hand };
    scene.world.add_joint([bar], joint)?;
    Ok(scene)
}

fn pulley() -> Result<Scene, Error> {
    let mut scene = Scene::new("pulley");
    let ground = scene.ground()?;
    let heavy = scene.dynamic(at(-0.7, -0.8), WEIGHT)?;
    let light = scene.dynamic(at(0.7, -1.6), Outline::Box(0.4, 0.3))?;
    let bodies = [ground, heavy, ground, light];
    let corners = [at(-0.7, 0.0), at(-0.7, -0.55), at(0.7, 0.0), at(0.7, -1.45)];
    let joint = PulleyJoint::at(&scene.world, bodies, corners, 1.0)?;
    scene.world.add_joint(bodies, joint)?;
    Ok(scene)
}

fn ground_pulley() -> Result<Scene, Error> {
    let mut scene = Scene::new("ground_pulley");
    let heavy = scene.dynamic(at(-0.7, -0.8), WEIGHT)?;
    let light = scene.dynamic(at(0.7, -1.4), Outline::Box(0.3, 0.2))?;
    let (bodies, ground) = ([heavy, light], [at(-0.7, 0.0), at(0.7, 0.0)]);
    let joint = GroundPulleyJoint::at(&scene.world, bodies, ground, [at(-0.7, -0.55), at(0.7, -1.3)], 2.0)?;
    scene.joined(bodies, joint)
}
