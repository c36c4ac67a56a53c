"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const DT = data.dt;
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const darkness = matchMedia("(prefers-color-scheme: dark)");

// ---- small things ----------------------------------------------------------------------------------------------

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function svg(tag, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/// Calls back after the size has changed; in the next frame, lest that change sizes again within this one.
const onResize = (node, callback) => new ResizeObserver(() => requestAnimationFrame(callback)).observe(node);

const superscript = n => String(n).replace(/./g, c => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(c)]);

/// 0.00123 as 1.2 · 10⁻³
function scientific(x) {
  if (x === 0) return "0";
  const [mantissa, exponent] = x.toExponential(1).split("e").map(Number);
  return `${mantissa.toFixed(1)} · 10${superscript(exponent)}`;
}

// ---- motion ----------------------------------------------------------------------------------------------------

/// x, y and angle of each body after `t` seconds of one of our runs.
function ours(run, t) {
  const last = run.poses.length - 1;
  const i = clamp(Math.floor(t / DT), 0, last), j = Math.min(i + 1, last), s = clamp(t / DT - i, 0, 1);
  return pairs(run.poses[i].map((p, k) => p + s * (run.poses[j][k] - p)));
}

/// The same of the exact motion: a cubic through the samples and their velocities.
function exactly(exact, t) {
  const last = exact.t.length - 1, step = exact.t[1] - exact.t[0];
  const i = clamp(Math.floor(t / step), 0, last - 1), s = clamp(t / step - i, 0, 1);
  const h00 = (1 + 2 * s) * (1 - s) ** 2, h10 = s * (1 - s) ** 2, h01 = s * s * (3 - 2 * s), h11 = s * s * (s - 1);
  return exact.states[i].map((p, body) => {
    const q = exact.states[i + 1][body];
    return [0, 1, 2].map(k => h00 * p[k] + h10 * step * p[k + 3] + h01 * q[k] + h11 * step * q[k + 3]);
  });
}

const pairs = flat => Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));

/// The world position of a point that is fixed in a body.
const point = ([x, y, angle], [u, v]) => {
  const c = Math.cos(angle), s = Math.sin(angle);
  return [x + c * u - s * v, y + s * u + c * v];
};

// ---- drawing: world units, y up --------------------------------------------------------------------------------

class Pen {
  constructor(canvas) {
    this.canvas = canvas;
    this.g = canvas.getContext("2d");
  }

  /// Clears, and looks at the box [left, bottom, right, top].
  look([left, bottom, right, top]) {
    const ratio = devicePixelRatio || 1, width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const scale = Math.min(width / (right - left), height / (top - bottom));
    const x = width / 2 - scale * (left + right) / 2, y = height / 2 + scale * (bottom + top) / 2;
    this.g.setTransform(scale * ratio, 0, 0, -scale * ratio, x * ratio, y * ratio);
    this.px = 1 / scale;
    this.view = [-x / scale, (y - height) / scale, (width - x) / scale, y / scale];
    this.ink = colour("--ink"); this.paper = colour("--panel"); this.muted = colour("--muted"); this.rule = colour("--rule");
    this.steel = colour("--steel"); this.edge = colour("--steel-edge"); this.exact = colour("--exact");
  }

  /// Draws what `path` traces, as ours or as a ghost.
  body(ghost, path) {
    const g = this.g;
    g.save();
    g.beginPath();
    path(g);
    if (ghost) {
      g.setLineDash([5 * this.px, 4 * this.px]);
      g.strokeStyle = this.exact;
    } else {
      g.fillStyle = this.steel;
      g.fill();
      g.strokeStyle = this.edge;
    }
    g.lineWidth = 1.4 * this.px;
    g.stroke();
    g.restore();
  }

  /// A plate around points of a body, rounded by `radius`.
  plate(ghost, pose, points, radius) {
    const hull = convex(points.map(p => point(pose, p)));
    const normal = (p, q) => Math.atan2(p[0] - q[0], q[1] - p[1]);
    this.body(ghost, g => {
      hull.forEach((p, i) => {
        const before = hull[(i + hull.length - 1) % hull.length], after = hull[(i + 1) % hull.length];
        g.arc(p[0], p[1], radius, normal(before, p), normal(p, after));
      });
      g.closePath();
    });
  }

  block(ghost, pose, width, height) {
    const [w, h] = [width / 2, height / 2];
    this.plate(ghost, pose, [[-w, -h], [w, -h], [w, h], [-w, h]].map(([x, y]) => [x - Math.sign(x) * 0.04, y - Math.sign(y) * 0.04]), 0.04);
  }

  disc(ghost, [x, y], radius) {
    this.body(ghost, g => g.arc(x, y, radius, 0, 2 * Math.PI));
  }

  line(points, width = 1.4, style = this.ink, dash = []) {
    const g = this.g;
    g.save();
    g.beginPath();
    points.forEach(p => g.lineTo(...p));
    g.lineWidth = width * this.px;
    g.strokeStyle = style;
    g.setLineDash(dash.map(d => d * this.px));
    g.lineJoin = "round";
    g.stroke();
    g.restore();
  }

  /// A hinge.
  pin([x, y], ghost) {
    if (ghost) return;
    const g = this.g;
    g.beginPath();
    g.arc(x, y, 4 * this.px, 0, 2 * Math.PI);
    g.fillStyle = this.paper;
    g.fill();
    g.lineWidth = 1.5 * this.px;
    g.strokeStyle = this.ink;
    g.stroke();
  }

  /// The quartered circle of a centre of mass.
  mass(pose, ghost) {
    if (ghost) return;
    const g = this.g, r = 5 * this.px, [x, y, angle] = pose;
    g.save();
    g.translate(x, y);
    g.rotate(angle);
    g.beginPath(); g.arc(0, 0, r, 0, 2 * Math.PI); g.fillStyle = this.paper; g.fill();
    g.fillStyle = this.edge;
    for (const start of [0, Math.PI]) { g.beginPath(); g.moveTo(0, 0); g.arc(0, 0, r, start, start + Math.PI / 2); g.fill(); }
    g.beginPath(); g.arc(0, 0, r, 0, 2 * Math.PI); g.lineWidth = this.px; g.strokeStyle = this.edge; g.stroke();
    g.restore();
  }

  /// A support: a hinge on a hatched ground.
  support([x, y]) {
    const p = this.px;
    this.line([[x, y], [x - 9 * p, y - 15 * p], [x + 9 * p, y - 15 * p], [x, y]], 1.3);
    this.hatch([x - 15 * p, y - 15 * p], [x + 15 * p, y - 15 * p]);
    this.pin([x, y]);
  }

  /// A line of ground, hatched on its right-hand side.
  hatch(from, to) {
    const p = this.px, length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const u = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    this.line([from, to], 1.3);
    for (let s = 3 * p; s <= length; s += 6 * p) {
      const [x, y] = [from[0] + s * u[0], from[1] + s * u[1]];
      this.line([[x, y], [x + p * (-5 * u[0] + 6 * u[1]), y + p * (-5 * u[1] - 6 * u[0])]], 1, this.muted);
    }
  }

  text(string, [x, y], align = "center") {
    const g = this.g;
    g.save();
    g.translate(x, y);
    g.scale(this.px, -this.px);
    g.font = `12px ${colour("--serif")}`;
    g.fillStyle = this.muted;
    g.textAlign = align;
    g.fillText(string, 0, 0);
    g.restore();
  }

  /// Where a point has been, fading.
  trail(points) {
    points.forEach((p, i) => {
      if (i === 0) return;
      this.g.globalAlpha = 0.75 * i / points.length;
      this.line([points[i - 1], p], 1.6, this.edge);
    });
    this.g.globalAlpha = 1;
  }
}

/// The corners of the convex hull, counter-clockwise.
function convex(points) {
  const sorted = points.slice().sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = list => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return half(sorted).concat(half(sorted.reverse()));
}

// ---- how each mechanism looks ----------------------------------------------------------------------------------
//
// note: what to know of it. back: what stands still, drawn first. draw: the bodies. tips: points whose trail is drawn, as
// [body, local]. reach: how far the drawing extends around the bodies' centres. camera: follows a body.

const opposite = ([x, y]) => [-x, -y];
const LOOKS = {
  "Bead on a wire": {
    note: "Wire and bead start at rest. The exact motion is Lagrange's, in the angle of the wire and the place on the ellipse.",
    box: [-1.3, -1.15, 1.3, 1.15],
    draw(pen, [wire, bead], ghost) {
      const [p, q] = data.wire;
      const rim = (g, grow) => g.ellipse(wire[0], wire[1], p + grow, q + grow, wire[2], 0, 2 * Math.PI);
      if (ghost) pen.body(true, g => rim(g, 0));
      else {
        const g = pen.g;
        for (const [width, style] of [[6, pen.edge], [3.4, pen.steel]]) {
          g.beginPath(); rim(g, 0); g.lineWidth = width * pen.px; g.strokeStyle = style; g.stroke();
        }
        for (const end of [[p, 0], [0, q]]) pen.line([point(wire, end), point(wire, opposite(end))], 1, pen.edge, [1.5, 3]);
      }
      pen.disc(ghost, bead, 0.065);
    },
    front(pen) { pen.support([0, 0]); },
    tips: [[1, [0, 0]]],
  },
  "Pendulum": {
    note: "One body on one pin, off its axis: two rows.",
    reach: 1.05,
    draw(pen, [bar], ghost, [pin]) {
      pen.plate(ghost, bar, [pin.ab, opposite(pin.ab)], 0.09);
      pen.mass(bar, ghost);
    },
    front(pen) { pen.support([0, 0]); },
    tips: [[0, [0.8, -0.5]]],
  },
  "Double pendulum": {
    note: "Two pins off the bodies' axes, released from rest.",
    reach: 0.5,
    draw(pen, [upper, lower], ghost, [first, second]) {
      pen.plate(ghost, upper, [first.ab, [0, 0], second.aa], 0.065);
      pen.plate(ghost, lower, [second.ab, opposite(second.ab)], 0.065);
      pen.mass(upper, ghost);
      pen.mass(lower, ghost);
      pen.pin(point(upper, second.aa), ghost);
    },
    front(pen) { pen.support([0, 0]); },
    tips: [[1, [0.45, 0.02]]],
  },
  "Cart and pendulum": {
    note: "A line and an angle hold the cart to a slope of 0.35 rad; a pin holds the pendulum to the cart. The view follows the cart.",
    camera: { body: 0, box: [-1.75, -1.45, 1.75, 1.2] },
    back(pen, [cart], [line]) {
      const along = [line.tn[1], -line.tn[0]], below = -0.36;
      const at = s => [s * along[0] + below * line.tn[0], s * along[1] + below * line.tn[1]];
      const middle = cart[0] * along[0] + cart[1] * along[1], p = pen.px;
      pen.line([at(middle - 4), at(middle + 4)], 2);
      for (let metre = Math.ceil(middle - 4); metre <= middle + 4; metre++) {
        const [x, y] = at(metre);
        pen.line([[x, y], [x - 8 * p * line.tn[0], y - 8 * p * line.tn[1]]], 1.2);
        pen.text(`${metre} m`, [x - 22 * p * line.tn[0], y - 22 * p * line.tn[1] - 4 * p]);
      }
    },
    draw(pen, [cart, bar], ghost, [, , pin]) {
      for (const x of [-0.38, 0.38]) pen.disc(ghost, point(cart, [x, -0.27]), 0.09);
      pen.block(ghost, cart, 1.2, 0.5);
      pen.mass(cart, ghost);
      pen.plate(ghost, bar, [pin.ab, opposite(pin.ab)], 0.06);
      pen.mass(bar, ghost);
      pen.pin(point(cart, pin.aa), ghost);
    },
    tips: [[1, [0.5, 0.1]]],
  },
  "Four-bar linkage": {
    note: "A closed loop of three links: eight rows on nine degrees of freedom. Started at the crank.",
    reach: 0.75,
    draw(pen, [crank, coupler, rocker], ghost, [, first, second, last]) {
      pen.plate(ghost, rocker, [second.ab, [0, 0], last.aa], 0.065);
      pen.plate(ghost, coupler, [first.ab, [0, 0], second.aa], 0.065);
      pen.plate(ghost, crank, [opposite([first.aa[0], -first.aa[1]]), [0, 0], first.aa], 0.065);
      for (const body of [crank, coupler, rocker]) pen.mass(body, ghost);
      pen.pin(point(coupler, first.ab), ghost);
      pen.pin(point(coupler, second.aa), ghost);
    },
    front(pen, connections) { pen.support(connections[0].aa); pen.support(connections[3].ab); },
    tips: [[1, [0, 0]]],
  },
  "Atwood machine": {
    note: "One rope over two fixed wheels, doubled on the right by a 2 : 1 tackle; both weights swing.",
    reach: 0.5, include: [[-1.2, 2.35], [1.2, 2.35]],
    back(pen) { pen.hatch([1.6, 2.22], [-1.6, 2.22]); },
    draw(pen, [left, right], ghost, [{ seg: [[, a, , b], [, c, , d]] }]) {
      const ends = [[a, point(left, b)], [c, point(right, d)]];
      if (!ghost) {
        pen.line([ends[0][1], a, c], 1.3);
        const [dx, dy] = [ends[1][1][0] - c[0], ends[1][1][1] - c[1]], l = Math.hypot(dx, dy), w = 2.2 * pen.px;
        for (const s of [-w, w]) pen.line([c, ends[1][1]].map(([x, y]) => [x + s * dy / l, y - s * dx / l]), 1.3);
      }
      pen.block(ghost, left, 0.62, 0.62);
      pen.block(ghost, right, 0.5, 0.5);
      pen.mass(left, ghost); pen.mass(right, ghost);
      for (const [, end] of ends) pen.pin(end, ghost);
    },
    front(pen, [{ seg }]) { for (const [, at] of seg) { pen.line([[at[0], 2.22], at], 1.3); pen.disc(false, at, 0.075); pen.pin(at); } },
    tips: [[0, [0, 0]], [1, [0, 0]]],
  },
  "Gear pair": {
    note: "Angles held at 2.5 : 1 in the same sense, so drawn as a toothed belt. A constant torque of 0.9 N·m on the left; both wheels are eccentric.",
    box: [-0.65, -0.85, 1.85, 0.85],
    draw(pen, bodies, ghost, pins) {
      const radii = [0.22, 0.55], centres = bodies.map((body, i) => point(body, pins[i].ab));
      if (!ghost) {
        const [[x0, y0], [x1, y1]] = centres, d = Math.hypot(x1 - x0, y1 - y0);
        const tilt = Math.atan2(y1 - y0, x1 - x0), wrap = Math.acos((radii[0] - radii[1]) / d), g = pen.g;
        g.save();
        g.beginPath();
        g.arc(x0, y0, radii[0] + 0.02, tilt + wrap, tilt - wrap);
        g.arc(x1, y1, radii[1] + 0.02, tilt - wrap, tilt + wrap);
        g.closePath();
        g.lineWidth = 3.4 * pen.px;
        g.strokeStyle = pen.muted;
        g.setLineDash([0.045, 0.025]);
        g.lineDashOffset = -bodies[0][2] * radii[0];
        g.stroke();
        g.restore();
      }
      bodies.forEach((body, i) => {
        const spokes = [0, 1, 2].map(k => k * 2 * Math.PI / 3 + body[2]);
        pen.disc(ghost, centres[i], radii[i]);
        for (const angle of spokes) {
          const rim = [centres[i][0] + radii[i] * Math.cos(angle), centres[i][1] + radii[i] * Math.sin(angle)];
          pen.line([centres[i], rim], 1.2, ghost ? pen.exact : pen.edge, ghost ? [5, 4] : []);
        }
        pen.mass(body, ghost);
      });
    },
    front(pen, pins) { pen.support(pins[0].aa); pen.support(pins[1].aa); },
    tips: [],
  },
};

/// The box that holds a mechanism at all times.
function box(scene, look) {
  if (look.box) return look.box;
  const [xs, ys] = [(look.include ?? []).map(p => p[0]), (look.include ?? []).map(p => p[1])];
  for (const states of scene.exact.states) for (const [x, y] of states) {
    xs.push(x - look.reach, x + look.reach);
    ys.push(y - look.reach, y + look.reach);
  }
  const margin = 0.1;
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}

// ---- plots -----------------------------------------------------------------------------------------------------

const MARGIN = { left: 58, right: 12, top: 22, bottom: 20 };

/// Round numbers between two bounds, about `count` of them.
function ticks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= raw);
  const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/// Powers of ten between two bounds given as exponents.
const decades = (low, high, count) => {
  const step = Math.max(1, Math.ceil((high - low) / count)), first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, i) => first + i * step);
};

/// A plot. Axes are {log, low, high, label, ticks, format}, in the exponent where log; series {points, style, width, tag}.
class Plot {
  constructor(parent, options) {
    this.options = options;
    this.root = svg("svg", { role: "img", "aria-label": options.title });
    const holder = element("div", { class: options.wide ? "plot wide" : "plot" });
    holder.append(this.root);
    parent.append(holder);
    onResize(holder, () => this.draw());
    this.holder = holder;
    if (options.onseek) {
      const seek = event => {
        const { left } = this.root.getBoundingClientRect();
        options.onseek(this.options.x.low + (event.clientX - left - MARGIN.left) / this.width * (this.options.x.high - this.options.x.low));
      };
      this.root.addEventListener("pointerdown", event => { this.root.setPointerCapture(event.pointerId); seek(event); });
      this.root.addEventListener("pointermove", event => { if (event.buttons) seek(event); });
    }
  }

  draw() {
    const { title, x, y, series, height, slope } = this.options, root = this.root;
    const full = this.holder.clientWidth, right = this.options.tags ? 150 : MARGIN.right;
    const bottom = MARGIN.bottom + (x.label ? 16 : 0);
    if (!full) return;
    this.width = full - MARGIN.left - right;
    this.inner = height - MARGIN.top - bottom;
    const at = ([u, v]) => [MARGIN.left + (u - x.low) / (x.high - x.low) * this.width, MARGIN.top + (y.high - v) / (y.high - y.low) * this.inner];
    root.setAttribute("height", height);
    root.replaceChildren();
    root.append(svg("text", { class: "title", x: MARGIN.left, y: 14 }, title));
    for (const tick of y.ticks) {
      const [, v] = at([x.low, tick]);
      root.append(svg("line", { class: "grid", x1: MARGIN.left, x2: MARGIN.left + this.width, y1: v, y2: v }));
      root.append(svg("text", { x: MARGIN.left - 7, y: v + 4, "text-anchor": "end" }, y.format(tick)));
    }
    for (const tick of x.ticks) {
      const [u] = at([tick, y.low]);
      root.append(svg("line", { class: "grid", x1: u, x2: u, y1: MARGIN.top, y2: MARGIN.top + this.inner }));
      root.append(svg("text", { x: u, y: MARGIN.top + this.inner + 15, "text-anchor": "middle" }, x.format(tick)));
    }
    if (x.label) root.append(svg("text", { x: MARGIN.left + this.width / 2, y: height - 3, "text-anchor": "middle" }, x.label));
    root.append(svg("rect", { class: "frame", x: MARGIN.left, y: MARGIN.top, width: this.width, height: this.inner }));
    if (slope) {
      const [u, v] = at(slope[1]);
      root.append(svg("polyline", { class: "slope", points: slope.map(p => at(p).join()).join(" ") }));
      root.append(svg("text", { x: u + 7, y: v + 5 }, "slope 1"));
    }

    const labels = [];
    for (const { points, style, tag, emphasis, dots } of series) {
      const inside = points.filter(p => Number.isFinite(p[1])).map(p => [p[0], clamp(p[1], y.low, y.high)]);
      const line = inside.map(p => at(p).map(n => n.toFixed(1)).join()).join(" ");
      root.append(svg("polyline", { class: `line ${style}`, points: line, "stroke-width": emphasis ? 2.2 : 1.4, opacity: emphasis === false ? 0.85 : 1 }));
      if (dots) for (const p of inside) { const [cx, cy] = at(p); root.append(svg("circle", { cx, cy, r: 2.6, class: style, fill: "var(--paper)", "stroke-width": 1.4 })); }
      if (tag) labels.push([at(inside[inside.length - 1]), tag, style]);
    }
    // Labels at the right-hand ends, pushed apart.
    labels.sort((p, q) => p[0][1] - q[0][1]);
    let floor = -Infinity;
    for (const [[u, v], tag, style] of labels) {
      const shifted = Math.max(v, floor), edge = MARGIN.left + this.width;
      floor = shifted + 16;
      root.append(svg("polyline", { class: `line ${style}`, opacity: 0.6, points: `${u + 5},${v} ${edge + 10},${shifted} ${edge + 16},${shifted}` }));
      root.append(svg("text", { class: "tag", x: edge + 20, y: shifted + 4 }, tag));
    }
    if (this.options.legend) this.legend();
    this.cursor = svg("line", { class: "cursor", y1: MARGIN.top, y2: MARGIN.top + this.inner });
    if (this.options.onseek) { root.append(this.cursor); this.seek(this.now ?? 0); }
  }

  /// Right of the title: which line is which.
  legend() {
    let right = MARGIN.left + this.width;
    for (const { style, name } of this.options.series.slice().reverse()) {
      const text = svg("text", { x: right, y: 14, "text-anchor": "end" }, name);
      this.root.append(text);
      const width = text.getComputedTextLength();
      this.root.append(svg("line", { class: style, x1: right - width - 22, x2: right - width - 5, y1: 10, y2: 10, "stroke-width": 2 }));
      right -= width + 34;
    }
    this.root.append(svg("text", { x: right, y: 14, "text-anchor": "end" }, "substeps"));
  }

  seek(t) {
    this.now = t;
    if (!this.cursor || !this.width) return;
    const { low, high } = this.options.x, u = MARGIN.left + (t - low) / (high - low) * this.width;
    this.cursor.setAttribute("x1", u);
    this.cursor.setAttribute("x2", u);
  }
}

const log = x => Math.log10(x);
const seconds = high => ({ low: 0, high, ticks: ticks(0, high, 6), format: t => `${+t.toFixed(2)} s` });

/// A logarithmic axis for some values; what is below a millionth of the largest is not worth its room.
function logAxis(values, most = 6, count = 3) {
  const positive = values.filter(v => v > 0), high = Math.ceil(log(Math.max(...positive)));
  const low = Math.max(Math.floor(log(Math.min(...positive))), high - most);
  return { low, high: Math.max(high, low + 1), ticks: decades(low, high, count), format: e => `10${superscript(e)}` };
}

function linearAxis(values, unit) {
  const reach = Math.max(1e-12, ...values.map(Math.abs)), low = Math.min(0, ...values), high = Math.max(0, ...values);
  const pad = 0.06 * Math.max(high - low, reach), marks = ticks(low - pad, high + pad, 3);
  const digits = Math.max(0, -Math.floor(log(marks[1] - marks[0]) + 1e-9));
  return { low: low - pad, high: high + pad, ticks: marks, format: v => `${(v + 0).toFixed(digits).replace("-", "−")}${unit}` };
}

// ---- a figure: a mechanism, its controls, its errors ------------------------------------------------------------

class Figure {
  constructor(parent, scene, number) {
    this.scene = scene;
    this.look = LOOKS[scene.title];
    this.duration = scene.exact.t[scene.exact.t.length - 1];
    this.box = box(scene, this.look);
    this.choice = 0;
    this.t = 0;
    this.playing = !still;
    this.visible = false;

    const canvas = element("canvas", { role: "img", "aria-label": `${scene.title}, moving` });
    this.pen = new Pen(canvas);
    this.button = element("button", { class: "play", type: "button" });
    this.slider = element("input", { type: "range", min: 0, max: this.duration, step: DT, value: 0, "aria-label": "time" });
    this.output = element("output");
    this.choices = scene.runs.map((run, i) => {
      const button = element("button", { type: "button" }, String(run.substeps));
      button.addEventListener("click", () => this.choose(i));
      return button;
    });
    this.button.addEventListener("click", () => { this.playing = !this.playing; this.show(); });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));

    const plots = element("div", { class: "plots" });
    parent.append(element("figure", {},
      element("figcaption", {}, element("h3", {}, `Fig. ${number}. ${scene.title}`), element("p", {}, this.look.note)),
      element("div", { class: "figure-body" },
        element("div", { class: "stage" }, canvas,
          element("div", { class: "key" }, element("span", {}, "ours"), element("span", { class: "exact" }, "exact"))),
        plots,
        element("div", { class: "controls" }, this.button, this.slider, this.output,
          element("div", { class: "choice", role: "group", "aria-label": "substeps" }, element("span", {}, "substeps"), ...this.choices)))));

    const onseek = t => this.seek(t), x = seconds(this.duration), runs = scene.runs;
    const frames = values => values.map((v, i) => [i * DT, v]), samples = values => values.map((v, i) => [scene.exact.t[i], v]);
    const series = make => runs.map((run, i) => ({ points: make(run), style: `s${i}`, name: String(run.substeps), emphasis: i === this.choice }));
    const logged = points => points.slice(1).map(([t, v]) => [t, log(v)]); // at first there is no error but rounding
    this.plots = [
      new Plot(plots, { title: "State error, SI units", height: 126, x, onseek, legend: true,
        y: logAxis(runs.flatMap(run => run.state_error.slice(1))), series: series(run => logged(samples(run.state_error))) }),
      new Plot(plots, { title: "Joint error, m or rad", height: 126, x, onseek,
        y: logAxis(runs.flatMap(run => run.joint_error.slice(1)), 5), series: series(run => logged(frames(run.joint_error))) }),
      new Plot(plots, { title: "Energy drift, % of the peak kinetic energy", height: 142, onseek, x: { ...x, label: "time" },
        y: linearAxis(runs.flatMap(run => run.energy_drift.map(e => 100 * e)), ""), series: series(run => frames(run.energy_drift.map(e => 100 * e))) }),
    ];
    new IntersectionObserver(([entry]) => { this.visible = entry.isIntersecting; this.show(); }).observe(canvas);
    onResize(canvas, () => this.show());
    darkness.addEventListener("change", () => this.show());
    this.choose(0);
  }

  choose(i) {
    this.choice = i;
    this.choices.forEach((button, k) => button.setAttribute("aria-pressed", k === i));
    for (const plot of this.plots) { plot.options.series.forEach((series, k) => series.emphasis = k === i); plot.draw(); }
    this.show();
  }

  seek(t) {
    this.t = clamp(t, 0, this.duration);
    this.show();
  }

  /// Goes on by `dt` if it plays and is in sight, and rests a second at the end.
  advance(dt) {
    if (!this.playing || !this.visible) return;
    this.t += dt;
    if (this.t > this.duration + 1) this.t = 0;
    this.show();
  }

  show() {
    const { pen, look, scene, duration } = this, t = Math.min(this.t, duration);
    this.button.textContent = this.playing ? "Pause" : "Play";
    this.slider.value = t;
    this.output.textContent = `t = ${t.toFixed(2)} s`;
    for (const plot of this.plots) plot.seek(t);
    if (!pen.canvas.clientWidth) return;

    const run = scene.runs[this.choice], poses = ours(run, t), truth = exactly(scene.exact, t), connections = scene.connections;
    let view = this.box;
    if (look.camera) {
      const [x, y] = poses[look.camera.body], [left, bottom, right, top] = look.camera.box;
      view = [x + left, y + bottom, x + right, y + top];
    }
    pen.look(view);
    look.back?.(pen, poses, connections);
    for (const [body, local] of look.tips) {
      const points = [];
      for (let s = Math.max(0, t - 1.5); s < t; s += DT) points.push(point(ours(run, s)[body], local));
      pen.trail([...points, point(poses[body], local)]);
    }
    look.draw(pen, poses, false, connections);
    look.draw(pen, truth, true, connections);
    look.front?.(pen, connections);
  }
}

// ---- the page --------------------------------------------------------------------------------------------------

function highlight(source) {
  const escape = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const token = /(\/\/.*)|(#\[[a-z]+)|\b(let|pub|struct|self|use)\b/g;
  let html = "", from = 0;
  for (const match of source.matchAll(token)) {
    const kind = match[1] ? "c" : match[2] ? "a" : "k";
    html += escape(source.slice(from, match.index)) + `<span class="${kind}">${escape(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return html + escape(source.slice(from));
}

function convergence(parent) {
  const series = data.scenes.map((scene, i) => ({
    points: scene.convergence.map(({ h, error }) => [log(h), log(error)]).sort((p, q) => p[0] - q[0]),
    style: `c${i}`, tag: scene.title, dots: true,
  }));
  const xs = series.flatMap(s => s.points.map(p => p[0])), errors = data.scenes.flatMap(s => s.convergence.map(p => p.error));
  const y = logAxis(errors, 12, 8), low = Math.min(...xs) - 0.1, high = Math.max(...xs) + 0.1;
  const middle = (low + high) / 2, reach = Math.min(0.7, (y.high - y.low) / 3);
  new Plot(parent, { title: "Largest state error, SI units", height: 440, wide: true, tags: true, series, y,
    x: { low, high, ticks: decades(low, high, 6), format: e => `10${superscript(e)} s`, label: "substep" },
    slope: [[middle - reach, y.high - 2 * reach - 0.15], [middle + reach, y.high - 0.15]] });
}

function table(node) {
  const head = ["scene", "substeps", "state error", "order", "joint error", "energy drift", "µs a step"];
  const body = element("tbody");
  for (const scene of data.scenes) scene.runs.forEach(({ substeps, summary: s }, i) => {
    const cells = [i === 0 ? scene.title : "", substeps, scientific(s.state_error), s.order === null ? "" : s.order.toFixed(2),
      scientific(s.joint_error), `${(100 * s.energy_drift).toFixed(3)} %`, (1000 * s.step_time).toFixed(1)];
    const place = i === 0 ? "first" : i === scene.runs.length - 1 ? "last" : "";
    body.append(element("tr", { class: place }, ...cells.map(cell => element("td", {}, String(cell)))));
  });
  node.append(element("thead", {}, element("tr", {}, ...head.map(cell => element("th", { scope: "col" }, cell)))), body);
}

document.getElementById("source").innerHTML = highlight(data.source.replace(/^\/\/!.*\n/gm, "").trim());
document.getElementById("derivation").textContent = data.derivation.trim();
document.getElementById("scalar").textContent = data.scalar;
const figures = data.scenes.map((scene, i) => new Figure(document.getElementById(i === 0 ? "bead" : "mechanisms"), scene, i + 1));
convergence(document.getElementById("convergence"));
table(document.getElementById("table"));

let before = performance.now();
requestAnimationFrame(function frame(now) {
  const dt = Math.min(0.1, (now - before) / 1000);
  before = now;
  for (const figure of figures) figure.advance(dt);
  requestAnimationFrame(frame);
});
