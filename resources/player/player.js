// Plays a run that Python recorded. Every number and every word is Python's; from them is computed only what is drawn.

const byId = (id) => document.getElementById(id);
const run = JSON.parse(byId("run").textContent);
const last = run.updates;

// ---- The record ----

const ARRAYS = { i1: Int8Array, i2: Int16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;'=>?@^_`{|}~";
const WORTH = new Uint8Array(128);
for (let i = 0; i < SIGNS.length; i++) WORTH[SIGNS.charCodeAt(i)] = i;

/** Bytes from base 85: of five signs, four. */
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  const full = text.padEnd(Math.ceil(text.length / 5) * 5, "~");
  for (let i = 0, at = 0; i < full.length; i += 5, at += 4) {
    let value = 0;
    for (let j = i; j < i + 5; j++) value = value * 85 + WORTH[full.charCodeAt(j)];
    for (let j = 3; j >= 0; j--) {
      bytes[at + j] = value & 255;
      value = Math.floor(value / 256);
    }
  }
  return bytes;
}

const unpacked = (packed) => packed && new ARRAYS[packed[0]](bytesOf(packed[1]).buffer);
const allUnpacked = (columns) => columns?.map(unpacked);

const record = run.record;
const epoch = unpacked(record.epoch);
const example = unpacked(record.example);
const index = unpacked(record.index);
const activation = unpacked(record.activation);
const weights = allUnpacked(record.weights);
const decides = allUnpacked(record.decides) || weights;
const along = unpacked(record.w_dot_wstar);
const squared = unpacked(record.w_norm_sq);
const sizes = unpacked(record.sizes);
const d = weights.length - 1;

const known = (value) => (Number.isNaN(value) ? null : value);
const seen = (k) => (k ? example[k - 1] : 0);

/** The row of the trace after update k; null for what does not exist. Before the first there is no activation. */
function stateAt(k) {
  return {
    update: k,
    epoch: epoch ? (k ? epoch[k - 1] : 0) : null,
    example: seen(k),
    activation: k ? known(activation[k - 1]) : null,
    w: run.plane.kernel ? null : weights.slice(0, -1).map((column) => column[k]),
    b: known(weights[d][k]),
    w_dot_wstar: along ? known(along[k]) : null,
    w_norm_sq: known(squared[k]),
  };
}

/** A number as the trace writes it: the shortest that reads back exactly, as Python does. */
function written(value) {
  if (value === null) return "";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(power) + 1;
  if (point > 16 || point < -3) {
    const tail = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${tail}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, "0");
  return `${sign}${whole}.${digits.slice(point) || "0"}`;
}

const grouped = (count) => count.toLocaleString("en-US");

// ---- What is said, block by block ----

const blocks = new Map();
const SHORTENED = /[\uE001-\uE040]/g;

async function opened(place) {
  const stream = new Blob([bytesOf(run.texts[place])]).stream().pipeThrough(new DecompressionStream("deflate"));
  const [added, ...moments] = (await new Response(stream).text()).split("\u0003");
  const fresh = added.split(" ").values();
  const numbers = [];
  const full = (mark) => {
    const ago = mark.charCodeAt(0) - 0xe000;
    numbers.push(ago < 64 ? numbers.at(-ago) : fresh.next().value);
    return numbers.at(-1);
  };
  return moments.map((moment) => moment.replace(SHORTENED, full).split("\u0002"));
}

/** What is told of update k, nothing where it has no words: at once where its block is open, else as a promise. */
function toldOf(k) {
  const place = Math.floor(k / run.block);
  const block = blocks.get(place);
  if (Array.isArray(block)) return block[k % run.block];
  if (!block) {
    if (blocks.size > 40) blocks.delete(blocks.keys().next().value);
    const opening = opened(place);
    blocks.set(place, opening);
    opening.then(
      (texts) => blocks.set(place, texts),
      () => {},
    );
  }
  return blocks.get(place).then((texts) => texts[k % run.block]);
}

// ---- The plane ----

const points = allUnpacked(run.plane.points);
const labels = unpacked(run.plane.labels);
const examples = allUnpacked(run.plane.examples);
const { axes, origin, kernel, star, proof } = run.plane;
const n = labels.length;
/** The examples that the picture of why no line separates speaks of; the others and the arrows stand back. */
const spokenOf = proof && n <= 500 ? new Set(proof.rows) : null;
const strengthOf = (i) => (!spokenOf || spokenOf.has(i) ? 1 : 0.4);
const dot = (left, right) => left.reduce((sum, value, j) => sum + value * right[j], 0);

/** u·x + v·y + c on the section, and the vector itself, in which a decision is made. */
function lineOf(vector) {
  const w = vector.slice(0, -1);
  return { u: dot(axes[0], w), v: dot(axes[1], w), c: vector[d] + dot(origin, w), vector };
}

const vectorAt = (k) => decides.map((column) => column[k]);

/** w after update k on the section, as it is shown: with its learning rate. */
function shownAt(k) {
  const w = weights.slice(0, -1).map((column) => column[k]);
  return axes.map((axis) => dot(axis, w));
}

const sizeAt = (k) => (sizes ? sizes[k - 1] : 1);

const sums = new Map();

/** The sum of a column's values before update k, each as often as it was met. */
function summed(j) {
  if (!sums.has(j)) {
    const total = new Float64Array(last + 1);
    for (let k = 1; k <= last; k++) total[k] = total[k - 1] + decides[j][k - 1] * (seen(k) - seen(k - 1));
    sums.set(j, total);
  }
  return sums.get(j);
}

const averageAt = (k) => decides.map((column, j) => (summed(j)[k] + column[k]) / (seen(k) + 1));

/** Σ of the sizes of the updates on each example, with its label, each counted by `share`; and b. */
function expansion(k, share, b) {
  const factors = new Float64Array(n);
  for (let i = 1; i <= k; i++) factors[index[i - 1]] += labels[index[i - 1]] * sizeAt(i) * share(i);
  return { factors, b };
}

function pocketAt(k) {
  let best = 0;
  for (const update of record.pocket) if (update <= k) best = update;
  return best;
}

const single = (at, share) => ({
  line: (k) => lineOf(at(k)),
  expansion: (k) => expansion(k, share(k), at(k)[d]),
});

const all = () => () => 1;
const PREDICTORS = {
  last: single(vectorAt, all),
  averaged: single(averageAt, (k) => (i) => (seen(k) + 1 - seen(i)) / (seen(k) + 1)),
  voted: null,
  pocket: {
    line: (k) => lineOf(vectorAt(pocketAt(k))),
    expansion: (k) => expansion(pocketAt(k), all(), vectorAt(pocketAt(k))[d]),
  },
};
const predictor = PREDICTORS[run.predictor.name];

const KERNELS = {
  linear: () => (product) => product,
  poly:
    ({ degree, gamma, coef0 }) =>
    (product) =>
      (gamma * product + coef0) ** degree,
  rbf:
    ({ gamma }) =>
    (_, distance) =>
      Math.exp(-gamma * distance),
};
const valued = kernel && KERNELS[kernel.name](kernel);
const reduced = kernel && allUnpacked(kernel.reduced);

/** k(xⱼ, q) for a point q whose coordinates are counted as those of `columns`. */
function kernelValue(columns, j, q) {
  let product = 0;
  let distance = 0;
  for (let i = 0; i < columns.length; i++) {
    const x = columns[i][j];
    product += x * q[i];
    distance += (x - q[i]) ** 2;
  }
  return valued(product, distance);
}

// ---- Places at which a decision is looked at: a grid over the plane, or the examples ----

class Grid {
  constructor(view, columns, rows) {
    Object.assign(this, { columns, rows, size: columns * rows });
    this.x0 = view.left;
    this.dx = (view.right - view.left) / (columns - 1);
    this.y0 = view.top;
    this.dy = (view.bottom - view.top) / (rows - 1);
  }

  /** Of each point of the section that the grid has, what a kernel needs. */
  at(place) {
    const x = this.x0 + this.dx * (place % this.columns) + kernel.shift[0];
    const y = this.y0 + this.dy * Math.floor(place / this.columns) + kernel.shift[1];
    return [x, y, ...kernel.beyond].slice(0, reduced.length);
  }

  basis(j) {
    const values = new Float64Array(this.size);
    for (let place = 0; place < this.size; place++) values[place] = kernelValue(reduced, j, this.at(place));
    return values;
  }
}

const exampleAt = (i) => examples.map((column) => column[i]);
const atExamples = {
  size: n,
  basis(j) {
    const values = new Float64Array(n);
    for (let i = 0; i < n; i++) values[i] = kernelValue(examples, j, exampleAt(i));
    return values;
  },
};

const MOST_KEPT = 6e6;

/** The kernel's columns over some places, kept as far as there is room. */
class Bases {
  constructor(places) {
    this.places = places;
    this.kept = new Map();
  }

  of(j) {
    let basis = this.kept.get(j);
    if (!basis) {
      basis = this.places.basis(j);
      if ((this.kept.size + 1) * this.places.size <= MOST_KEPT) this.kept.set(j, basis);
    }
    return basis;
  }
}

/** A single vector's values over places; a generator, so that it can be put off between two pictures. */
function* expansionOver(bases, { factors, b }) {
  const values = new Float64Array(bases.places.size).fill(b);
  for (let j = 0; j < n; j++) {
    if (!factors[j]) continue;
    const basis = bases.of(j);
    for (let place = 0; place < values.length; place++) values[place] += factors[j] * basis[place];
    yield;
  }
  return values;
}

/** The vote over places, followed from one update to another: only the difference is worked out. */
class Vote {
  constructor(places, step) {
    Object.assign(this, { places, step, k: 0 });
    this.closed = new Float64Array(places.size);
  }

  /** For so many examples the vector after update k was the present one, up to the birth of the next. */
  life(k) {
    return k ? seen(k + 1) - seen(k) : seen(1) - 1;
  }

  *seek(k) {
    let done = 0;
    while (this.k !== k) {
      if (this.k < k) {
        this.add(this.life(this.k));
        this.move(this.k + 1, 1);
        this.k++;
      } else {
        this.move(this.k, -1);
        this.k--;
        this.add(-this.life(this.k));
      }
      if (++done % this.step === 0) yield;
    }
    return this.total();
  }

  move() {}
}

/** Of lines on a grid: along a row a line changes its mind once. */
class VoteOfLines extends Vote {
  constructor(grid) {
    super(grid, 50);
    this.turns = new Float64Array((grid.columns + 1) * grid.rows);
  }

  add(votes, into = this.turns) {
    const { u, v, c } = lineOf(vectorAt(this.k));
    const { columns, rows, x0, dx, y0, dy } = this.places;
    const right = Math.sign(u);
    for (let row = 0; row < rows; row++) {
      const rest = v * (y0 + dy * row) + c;
      const start = row * (columns + 1);
      if (!u) {
        into[start] += votes * Math.sign(rest);
      } else {
        const turn = Math.min(Math.max(Math.ceil((-rest / u - x0) / dx), 0), columns);
        into[start] -= votes * right;
        into[start + turn] += 2 * votes * right;
      }
    }
  }

  total() {
    const { columns, rows } = this.places;
    const turns = this.turns.slice();
    if (this.k) this.add(1, turns);
    const values = new Float64Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += turns[row * (columns + 1) + column];
        values[row * columns + column] = sum;
      }
    }
    return values;
  }
}

/** Of vectors whose values at each place are known: `values`, to each of which `offset` is added. */
class VoteOfValues extends Vote {
  add(votes, into = this.closed) {
    const { values, offset } = this;
    for (let place = 0; place < into.length; place++) {
      const value = values[place] + offset;
      if (value > 0) into[place] += votes;
      else if (value < 0) into[place] -= votes;
    }
  }

  total() {
    const votes = this.closed.slice();
    if (this.k) this.add(1, votes);
    return votes;
  }
}

class VoteOfExpansions extends VoteOfValues {
  constructor(bases) {
    super(bases.places, 8);
    this.bases = bases;
    this.values = new Float64Array(bases.places.size);
  }

  get offset() {
    return decides[d][this.k];
  }

  move(update, way) {
    const { values } = this;
    const j = index[update - 1];
    const basis = this.bases.of(j);
    const factor = way * labels[j] * sizeAt(update);
    for (let place = 0; place < basis.length; place++) values[place] += factor * basis[place];
  }
}

/** w·x + b of each example, in the order of the sums that a decision hangs on. */
function scoresOf(vector) {
  const scores = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let total = examples[0][i] * vector[0];
    for (let j = 1; j < d; j++) total += examples[j][i] * vector[j];
    scores[i] = total + vector[d];
  }
  return scores;
}

class VoteOfVectors extends VoteOfValues {
  constructor() {
    super({ size: n }, 200);
    this.offset = 0;
  }

  get values() {
    return scoresOf(vectorAt(this.k));
  }
}

// ---- Work that is done between pictures ----

const SLICE_MS = 10;

/** One thing to find out about update k after another; the newest question calls off the one before. */
class Finder {
  constructor(find) {
    this.find = find;
    this.found = null;
    this.foundAt = -1;
    this.work = null;
  }

  ask(k, whenFound) {
    this.tell();
    if (this.foundAt === k && !this.work) return whenFound();
    this.asked = k;
    this.work = this.find(k);
    this.whenFound = whenFound;
    this.goOn(this.work);
  }

  goOn(work) {
    if (work !== this.work) return;
    const until = performance.now() + (playing ? SLICE_MS : 2 * SLICE_MS);
    while (performance.now() < until) {
      const { done, value } = work.next();
      if (done) {
        [this.found, this.foundAt, this.work] = [value, this.asked, null];
        this.tell();
        return;
      }
    }
    setTimeout(() => this.goOn(work), 0);
  }

  /** Who asked knows, once: that it is found, or that something else was asked. */
  tell() {
    const { whenFound } = this;
    this.whenFound = null;
    whenFound?.();
  }

  forget() {
    [this.found, this.foundAt, this.work] = [null, -1, null];
  }
}

// ---- Colours and drawing ----

const root = document.documentElement;
let colours = {};

function readColours() {
  const style = getComputedStyle(root);
  const names = ["page", "panel", "ink", "boundary", "secondary", "hairline", "positive", "negative", "promise", "promise-text"];
  names.push("now", "now-text", "averaged", "pocket", "voters");
  names.push("ink-pale", "promise-pale", "now-text-pale", "positive-pale", "negative-pale", "track");
  colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

const textRole = (role) => (colours[`${role}-text`] ? `${role}-text` : role);

function faded(role, alpha) {
  const value = Number.parseInt(colours[role].slice(1), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`;
}

/** A canvas as sharp as the screen; null where it has no size. */
function contextOf(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const sharpness = window.devicePixelRatio || 1;
  if (!width || !height) return null;
  if (canvas.width !== Math.round(width * sharpness) || canvas.height !== Math.round(height * sharpness)) {
    canvas.width = Math.round(width * sharpness);
    canvas.height = Math.round(height * sharpness);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(sharpness, 0, 0, sharpness, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = "round";
  return { pen, width, height };
}

const FONT = 'Inter, "DejaVu Sans", Verdana, system-ui, sans-serif';
const letter = (size, weight = "") => `${weight} ${size}px ${FONT}`;

function stroke(pen, colour, width, dash = []) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke();
  pen.setLineDash([]);
}

const strokeAs = (pen, colour, { width, dash }) => stroke(pen, colour, width, dash);

/** How lines look besides their colours, in each of the two pictures. Two of one look have a name each. */
const PLANE_LINES = {
  boundary: { width: 3, dash: [] },
  before: { width: 1.2, dash: [], named: true },
  lastVector: { width: 1.6, dash: [], named: true },
  predictor: { width: 3.4, dash: [], named: true },
  vote: { width: 3.4, dash: [] },
  curve: { width: 2.6, dash: [] },
  separator: { width: 2, dash: [11, 5], named: true },
  margin: { width: 1.4, dash: [2, 3] },
};
const PICTURE_LINES = {
  promise: { width: 2, dash: [8, 4], named: true },
  played: { width: 2.8, dash: [], named: true },
  coming: { width: 1.4, dash: [] },
  meeting: { width: 1.4, dash: [2, 3] },
};

/** Words on a plate, at the first of some places (x, y of its middle left) where they cover nothing. */
class Words {
  constructor(pen, left, width, height) {
    Object.assign(this, { pen, left, width, height, taken: [], points: [], lines: [] });
  }

  keepOff(x, y, radius) {
    this.taken.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  }

  keepOffArrow(from, to) {
    const pieces = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 8);
    for (let i = 0; i < pieces; i++) this.keepOff(...alongEnds([from, to], i / pieces), 3);
  }

  /** Whether there was a place off all points, lines and other words. */
  put(text, role, places, bold = false) {
    this.pen.font = letter(13, bold ? "bold" : "");
    const wide = this.pen.measureText(text).width + 10;
    const box = (place) => ({ left: place[0], top: place[1] - 11, right: place[0] + wide, bottom: place[1] + 11 });
    const inside = (b) => b.left >= this.left + 2 && b.top >= 2 && b.right <= this.width - 2 && b.bottom <= this.height - 2;
    const clear = (b) =>
      this.taken.every((o) => b.right < o.left || b.left > o.right || b.bottom < o.top || b.top > o.bottom);
    const near = markerSize() + 5;
    const bare = (b) =>
      this.points.every(([x, y]) => x < b.left - near || x > b.right + near || y < b.top - near || y > b.bottom + near);
    const uncrossed = (b) =>
      this.lines.every((line) => {
        const sides = [b.left, b.right].flatMap((x) => [b.top, b.bottom].map((y) => line.a * x + line.b * y + line.c > 0));
        return sides.every((side) => side === sides[0]);
      });
    const found = places(wide)
      .map(box)
      .find((b) => inside(b) && clear(b) && bare(b) && uncrossed(b));
    if (!found) return false;
    this.taken.push(found);
    this.pen.fillStyle = faded("page", 0.86);
    this.pen.beginPath();
    this.pen.roundRect(found.left, found.top, wide, 22, 5);
    this.pen.fill();
    this.pen.fillStyle = colours[textRole(role)];
    this.pen.textAlign = "left";
    this.pen.textBaseline = "middle";
    this.pen.fillText(text, found.left + 5, found.top + 11.5);
    return true;
  }
}

const around = (x, y, gap) => (wide) => [
  [x + gap, y],
  [x - gap - wide, y],
  [x - wide / 2, y - gap - 8],
  [x - wide / 2, y + gap + 8],
  [x + gap, y - gap],
  [x + gap, y + gap],
  [x - gap - wide, y - gap],
  [x - gap - wide, y + gap],
];

function steps(low, high, most) {
  const least = (high - low) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least * 0.999);
  const places = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12) + step * 1e-9; i++) places.push(i * step);
  return { step, places: places.slice(0, 200) };
}

function tick(value, step) {
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e6 || size < 1e-4) return value ? value.toExponential(1).replace("e+", "e").replaceAll("-", "−") : "0";
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return text.replace("-", "−").replace(/^−(0(\.0+)?)$/, "$1");
}

// ---- The canvas of the examples ----

const plane = byId("plane");
const LEFT = 46;
const BELOW = 42;
let view = null;

function bounds(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [-1, 1];
}

const MOST_TIPS = 200;

/** The tips of w on the section, of at most some hundred updates, and where they start on their boundaries. */
function tips() {
  const found = [[], []];
  for (let i = 0; !kernel && i <= Math.min(last, MOST_TIPS); i++) {
    const k = Math.round((i * last) / Math.min(Math.max(last, 1), MOST_TIPS));
    const { u, v, c } = lineOf(vectorAt(k));
    const foot = [u, v].map((part) => (-part * c) / (u * u + v * v));
    const tip = shownAt(k).map((value, j) => value + foot[j]);
    if (!tip.every(Number.isFinite)) continue;
    for (const j of [0, 1]) found[j].push(foot[j], tip[j]);
  }
  return found;
}

const examplesEnd = points.map(bounds);
const tipsEnd = tips().map((places, j) => bounds([...points[j], ...places]));

/** All examples in view, all w if that takes at most twice the room, and the last boundary if at most three times. */
function fitted(width, height) {
  const [found, whole] = [examplesEnd, tipsEnd].map((ends) => viewOf(width, height, ends));
  const takesAll = whole.equal === found.equal && Math.max(found.ux / whole.ux, found.uy / whole.uy) <= 2;
  const base = takesAll ? tipsEnd : examplesEnd;
  const lines = kernel ? [] : [lineOf(vectorAt(last)), ...(hasOwn ? [predictor.line(last)] : [])];
  const grown = [1, 1.5, 2, 3].map((times) =>
    viewOf(width, height, base.map(([low, high]) => [
      (low + high) / 2 - (times * (high - low)) / 2,
      (low + high) / 2 + (times * (high - low)) / 2,
    ])),
  );
  return grown.find((made) => lines.every((line) => crosses(line, made))) ?? grown[0];
}

/** Whether a line crosses a view; one of w = 0 is nowhere, so that no view has to grow for it. */
function crosses({ u, v, c }, { left, right, top, bottom }) {
  const values = [left, right].flatMap((x) => [top, bottom].map((y) => u * x + v * y + c));
  return (!u && !v) || (Math.min(...values) < 0 && Math.max(...values) > 0);
}

/** A view of these ends of the axes, both to one scale unless that would squeeze one of them. */
function viewOf(width, height, [[xLow, xHigh], [yLow, yHigh]]) {
  const inner = { width: width - LEFT, height: height - BELOW };
  const across = xHigh - xLow || yHigh - yLow || 2;
  const up = yHigh - yLow || across;
  let ux = inner.width / (across * 1.22);
  let uy = inner.height / (up * 1.22);
  const apart = across / up;
  const equal = apart < 12 && apart > 1 / 12;
  if (equal) ux = uy = Math.min(ux, uy);
  const middle = [xLow / 2 + xHigh / 2, yLow / 2 + yHigh / 2];
  const toX = (x) => LEFT + inner.width / 2 + (x - middle[0]) * ux;
  const toY = (y) => inner.height / 2 - (y - middle[1]) * uy;
  const made = { width, height, ux, uy, equal, toX, toY, right: 0, bottom: 0 };
  made.left = middle[0] - inner.width / 2 / ux;
  made.right = middle[0] + inner.width / 2 / ux;
  made.top = middle[1] + inner.height / 2 / uy;
  made.bottom = middle[1] - inner.height / 2 / uy;
  made.area = [LEFT, 0, width, inner.height];
  return made;
}

/** A line in pixels, scaled so that u and v are of length 1. */
function inPixels({ u, v, c }) {
  const a = u / view.ux;
  const b = -v / view.uy;
  const rest = c + u * view.left + v * view.top - a * LEFT;
  const length = Math.hypot(a, b);
  return length > 0 && Number.isFinite(length) ? { a: a / length, b: b / length, c: rest / length } : null;
}

/** The corners of the part of the area where the line is not below 0. */
function side(line, sign) {
  const [l, t, r, b] = view.area;
  const corners = [
    [l, t],
    [r, t],
    [r, b],
    [l, b],
  ];
  const kept = [];
  corners.forEach((here, i) => {
    const there = corners[(i + 1) % 4];
    const [p, q] = [here, there].map(([x, y]) => sign * (line.a * x + line.b * y + line.c));
    if (p >= 0) kept.push(here);
    if (p >= 0 !== q >= 0) {
      const share = p / (p - q);
      kept.push([here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])]);
    }
  });
  return kept;
}

function polygon(pen, corners) {
  pen.beginPath();
  for (const [x, y] of corners) pen.lineTo(x, y);
  pen.closePath();
}

/** The two ends of a line within the area; null where it does not cross it. */
function ends(line) {
  const [l, t, r, b] = view.area;
  const found = [];
  if (Math.abs(line.b) > 1e-12)
    for (const x of [l, r]) {
      const y = -(line.a * x + line.c) / line.b;
      if (y >= t && y <= b) found.push([x, y]);
    }
  if (Math.abs(line.a) > 1e-12)
    for (const y of [t, b]) {
      const x = -(line.b * y + line.c) / line.a;
      if (x >= l && x <= r) found.push([x, y]);
    }
  if (found.length < 2) return null;
  found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return [found[0], found[found.length - 1]];
}

let drawnLines = [];

function drawLine(pen, raw, colour, { width, dash }, bare = true) {
  const line = inPixels(raw);
  const found = line && ends(line);
  if (!found) return null;
  if (bare) drawnLines.push(line);
  pen.beginPath();
  pen.moveTo(...found[0]);
  pen.lineTo(...found[1]);
  stroke(pen, colour, width, dash);
  return { line, found };
}

/** An arrow at the edge that points to a line out of view. */
function pointTo(pen, words, raw, colour, name, role) {
  const line = inPixels(raw);
  if (!line || ends(line)) return;
  const [l, t, r, b] = view.area;
  const middle = [(l + r) / 2, (t + b) / 2];
  const value = line.a * middle[0] + line.b * middle[1] + line.c;
  const way = [line.a, line.b].map((part) => -Math.sign(value) * part);
  const far = Math.min(...way.map((part, i) => ((i ? b - t : r - l) / 2 - EDGE) / Math.abs(part)));
  const [to, from] = [far, far - 30].map((at) => middle.map((place, i) => place + at * way[i]));
  arrow(pen, from, to, colour, 3);
  words.later.push(() => words.put(name, role, around(...from, 10), true));
}

const alongEnds = (found, share) => [
  found[0][0] + share * (found[1][0] - found[0][0]),
  found[0][1] + share * (found[1][1] - found[0][1]),
];

const besideLine = (found) => (wide) =>
  [12, 26, 44].flatMap((gap) =>
    [0.86, 0.14, 0.7, 0.3, 0.95, 0.05, 0.5].flatMap((share) => {
      const [x, y] = alongEnds(found, share);
      return [
        [x + gap, y],
        [x - gap - wide, y],
        [x - wide / 2, y - gap - 8],
        [x - wide / 2, y + gap + 8],
      ];
    }),
  );

function drawAxes(pen) {
  const [l, t, r, b] = view.area;
  pen.font = letter(12);
  pen.fillStyle = colours.secondary;
  const across = steps(view.left, view.right, (r - l) / 52);
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.beginPath();
  for (const value of across.places) {
    const x = view.toX(value);
    pen.moveTo(x, t);
    pen.lineTo(x, b);
    if (x > l + 8 && x < r - 12) pen.fillText(tick(value, across.step), x, b + 5);
  }
  if (run.plane.titles[1]) {
    const up = steps(view.bottom, view.top, (b - t) / 44);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const value of up.places) {
      const y = view.toY(value);
      pen.moveTo(l, y);
      pen.lineTo(r, y);
      if (y > t + 8 && y < b - 4) pen.fillText(tick(value, up.step), l - 5, y);
    }
  }
  stroke(pen, colours.hairline, 1);
  pen.font = letter(13);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillText(run.plane.titles[0], (l + r) / 2, view.height - 6, r - l);
  pen.save();
  pen.translate(11, (t + b) / 2);
  pen.rotate(-Math.PI / 2);
  pen.textBaseline = "middle";
  pen.fillText(run.plane.titles[1], 0, 0, b - t);
  pen.restore();
}

/** The share of a class's colour in its region: so unequal that the two differ in grey, too. */
const TINTS = { light: { positive: 0.18, negative: 0.08 }, dark: { positive: 0.24, negative: 0.12 } };
const tint = (role) => TINTS[root.dataset.theme][role];

function tintLine(pen, raw) {
  const line = inPixels(raw);
  const everywhere = line ? 0 : Math.sign(raw.c);
  for (const [sign, role] of [
    [1, "positive"],
    [-1, "negative"],
  ]) {
    if (!line && everywhere !== sign) continue;
    const corners = line ? side(line, sign) : side({ a: 0, b: 0, c: 1 }, 1);
    if (corners.length < 3) continue;
    polygon(pen, corners);
    pen.fillStyle = faded(role, tint(role));
    pen.fill();
  }
}

const shade = document.createElement("canvas");

/** A map of values over a grid, each class in its colour; of a vote the deeper the more agree. */
function tintField(pen, { grid, values }, votes) {
  const { columns, rows } = grid;
  shade.width = columns;
  shade.height = rows;
  const under = shade.getContext("2d");
  const image = under.createImageData(columns, rows);
  const roles = ["negative", "positive"];
  const rgb = roles.map((role) => Number.parseInt(colours[role].slice(1), 16));
  const tints = roles.map(tint);
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (!value || Number.isNaN(value)) continue;
    const colour = rgb[value > 0 ? 1 : 0];
    image.data[4 * place] = colour >> 16;
    image.data[4 * place + 1] = (colour >> 8) & 255;
    image.data[4 * place + 2] = colour & 255;
    image.data[4 * place + 3] = 255 * (votes ? 0.03 + 0.17 * Math.min(Math.abs(value) / votes, 1) : tints[value > 0 ? 1 : 0]);
  }
  under.putImageData(image, 0, 0);
  const [l, t, r, b] = view.area;
  const [wide, high] = [(r - l) / (columns - 1), (b - t) / (rows - 1)];
  pen.imageSmoothingEnabled = true;
  pen.drawImage(shade, l - wide / 2, t - high / 2, wide * columns, high * rows);
}

/** Where the values pass through 0, as stretches from side to side of the cells of the grid. */
function traceZero(pen, { grid, values }) {
  const { columns, rows } = grid;
  const [l, t, r, b] = view.area;
  const [wide, high] = [(r - l) / (columns - 1), (b - t) / (rows - 1)];
  pen.beginPath();
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const place = row * columns + column;
      const here = values[place] > 0;
      if (
        values[place + 1] > 0 === here &&
        values[place + columns] > 0 === here &&
        values[place + columns + 1] > 0 === here
      )
        continue;
      const corners = [values[place], values[place + 1], values[place + columns + 1], values[place + columns]];
      const above = corners.map((value) => value > 0);
      const crossings = [];
      for (let i = 0; i < 4; i++) {
        const next = (i + 1) % 4;
        if (above[i] === above[next]) continue;
        const share = corners[i] / (corners[i] - corners[next]);
        const [x, y] = [
          [share, 0],
          [1, share],
          [1 - share, 1],
          [0, 1 - share],
        ][i];
        crossings.push([l + (column + x) * wide, t + (row + y) * high]);
      }
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        pen.moveTo(...crossings[i]);
        pen.lineTo(...crossings[i + 1]);
      }
    }
}

function marker(pen, label, x, y, size) {
  pen.beginPath();
  if (label > 0) {
    pen.arc(x, y, size, 0, 7);
  } else {
    polygon(pen, crossCorners(x, y, size * 1.08, size * 0.34));
  }
}

function crossCorners(x, y, reach, half) {
  const corners = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const turn = Math.PI / 4 + (quarter * Math.PI) / 2;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    corners.push([x + c * reach + s * half, y + s * reach - c * half]);
    corners.push([x + c * reach - s * half, y + s * reach + c * half]);
    corners.push([x + (c - s) * half, y + (s + c) * half]);
  }
  return corners;
}

const FEW = 3000;
const crowd = document.createElement("canvas");
let crowdOf = "";

const markerSize = () => (n > 20000 ? 1.6 : n > FEW ? 2.6 : n > 400 ? 4.2 : 6);
const roleOf = (label) => (label > 0 ? "positive" : "negative");

function drawMarker(pen, i, score) {
  const label = labels[i];
  const [x, y] = [view.toX(points[0][i]), view.toY(points[1][i])];
  marker(pen, label, x, y, markerSize());
  pen.globalAlpha = strengthOf(i);
  if (n <= 400) stroke(pen, colours.page, 3);
  pen.fillStyle = colours[roleOf(label)];
  pen.fill();
  if (now && score !== null && isWrong(score, label)) {
    pen.beginPath();
    pen.arc(x, y, markerSize() + 4, 0, 7);
    stroke(pen, colours.now, 1.6, [3, 1.8]);
  }
  pen.globalAlpha = 1;
}

const FAR = 3000;

/** Why no line separates, where the points are: the hull of each class, or the rays from the origin through few. */
function drawProof(pen, words) {
  if (!proof) return;
  const at = [view.toX(proof.at[0]), view.toY(proof.at[1])];
  for (const [label, dash] of [
    [1, [9, 3, 2, 3]],
    [-1, [9, 3, 2, 3, 2, 3]],
  ]) {
    let corners = proof.rows
      .filter((i) => labels[i] === label)
      .map((i) => [view.toX(points[0][i]), view.toY(points[1][i])]);
    if (proof.rays && corners.length <= 2) {
      const far = corners.map(([x, y]) => {
        const long = Math.max(Math.hypot(x - at[0], y - at[1]), 1);
        return [at[0] + ((x - at[0]) / long) * FAR, at[1] + ((y - at[1]) / long) * FAR];
      });
      corners = far.length ? [far[0], at, ...far.slice(1)] : [];
    }
    pen.beginPath();
    for (const corner of corners) pen.lineTo(...corner);
    if (corners.length > 2) pen.closePath();
    for (let i = 1; i < corners.length; i++) words.keepOffArrow(corners[i - 1], corners[i]);
    pen.fillStyle = faded(roleOf(label), 0.14);
    pen.fill();
    stroke(pen, colours[roleOf(label)], 1.7, dash);
  }
}

const isWrong = (score, label) => score * label < 0 || (score === 0 && !run.tie.right.includes(label));

/** Very many examples are drawn once, as if all were right. */
function drawCrowd(pen) {
  const sharpness = window.devicePixelRatio || 1;
  const now = `${view.width} ${view.height} ${sharpness} ${root.dataset.theme}`;
  if (crowdOf !== now) {
    crowd.width = view.width * sharpness;
    crowd.height = view.height * sharpness;
    const under = crowd.getContext("2d");
    under.scale(sharpness, sharpness);
    const size = markerSize();
    for (const label of [1, -1]) {
      under.fillStyle = colours[roleOf(label)];
      for (let i = 0; i < n; i++)
        if (labels[i] === label)
          under.fillRect(view.toX(points[0][i]) - size, view.toY(points[1][i]) - size, 2 * size, 2 * size);
    }
    crowdOf = now;
  }
  pen.drawImage(crowd, 0, 0, view.width, view.height);
}

function arrow(pen, from, to, colour, width) {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(to[0] - 7 * Math.cos(turn), to[1] - 7 * Math.sin(turn));
  stroke(pen, colour, width);
  polygon(
    pen,
    [
      [0, 0],
      [-12, 5],
      [-12, -5],
    ].map(([x, y]) => [
      to[0] + x * Math.cos(turn) - y * Math.sin(turn),
      to[1] + x * Math.sin(turn) + y * Math.cos(turn),
    ]),
  );
  pen.fillStyle = colour;
  pen.fill();
}

/** Two short strokes across a gap in the middle of an arrow, which is not to scale. */
function drawBreak(pen, from, to, colour) {
  const way = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [x, y] = alongEnds([from, to], 0.5);
  const [dx, dy] = [6 * Math.cos(way - 1.13), 6 * Math.sin(way - 1.13)];
  for (const [shift, ink, width] of [
    [0, colours.page, 5],
    [2.5, colour, 1.3],
    [-2.5, colour, 1.3],
  ]) {
    const [cx, cy] = [x + shift * Math.cos(way), y + shift * Math.sin(way)];
    pen.beginPath();
    pen.moveTo(cx - dx, cy - dy);
    pen.lineTo(cx + dx, cy + dy);
    stroke(pen, ink, width);
  }
}

// Pixels: what a head keeps from the edge; what the longest arrow has if there is room, with which it is still drawn,
// and from which it decides. The updates that decide.
const [EDGE, SHORTEST, LEAST, ROOMY, DECIDING] = [12, 24, 12, 60, 20000];
const HALVES = { 0.5: "½", 0.25: "¼", 0.125: "⅛" };

/** Where an arrow starts on a line, and the power of two by which it ends in view; null where it cannot be drawn. */
function placed(line, way) {
  const [l, t, r, b] = view.area;
  const [low, high] = [
    [l + EDGE, t + EDGE],
    [r - EDGE, b - EDGE],
  ];
  const footOf = ([x, y]) => [x, y].map((at, i) => at - (line.a * x + line.b * y + line.c) * [line.a, line.b][i]);
  const starts = [[view.toX(0), view.toY(0)], alongEnds([low, high], 0.5)].map(footOf);
  const seen = ends(line);
  if (seen) starts.push(...[0.5, 0.35, 0.65, 0.2, 0.8].map((share) => alongEnds(seen, share)));
  const long = Math.hypot(...way);
  const wanted = long < SHORTEST ? 2 ** Math.ceil(Math.log2(SHORTEST / long)) : 1;
  let best = { from: null, factor: 0 };
  for (const from of starts) {
    if (!from.every((at, i) => at >= low[i] && at <= high[i])) continue;
    const room = way.map((step, i) => (step ? ((step > 0 ? high : low)[i] - from[i]) / step : Infinity));
    const factor = Math.min(wanted, 2 ** Math.floor(Math.log2(Math.min(...room))));
    if (factor > best.factor) best = { from, factor };
    if (factor >= 1 || factor * long >= SHORTEST) break;
  }
  return best.factor * long >= LEAST && long < Infinity ? best : null;
}

/** w after update k as an arrow: its line and its way in pixels, and where it is placed; null where it is not drawn. */
function arrowAt(k) {
  const line = inPixels(lineOf(vectorAt(k)));
  const way = shownAt(k).map((value, i) => value * [view.ux, -view.uy][i]);
  const place = line && way.some(Boolean) && placed(line, way);
  return place ? { ...place, way } : null;
}

let scale = { view: null, factors: [] };

/** The factor of the arrows up to update k: it only halves, with the longest w so far, as in the window. */
function scaleAt(k) {
  if (scale.view !== view) scale = { view, factors: [] };
  const { factors } = scale;
  const until = Math.min(k, DECIDING);
  for (let i = factors.length; i <= until; i++) {
    const drawn = arrowAt(i);
    const decides = drawn && (drawn.factor >= 1 || Math.hypot(...drawn.way) * drawn.factor >= ROOMY);
    factors.push(Math.min(factors[i - 1] ?? Infinity, decides ? drawn.factor : Infinity));
  }
  return factors[until];
}

/** w, at right angles to its boundary: to scale where it fits, else by a factor that stands beside a break. */
function drawVector(pen, words) {
  const drawn = kernel || !view.equal ? null : arrowAt(now);
  if (!drawn) return;
  const factor = Math.min(drawn.factor, scaleAt(now));
  const { from } = drawn;
  const to = from.map((at, i) => at + drawn.way[i] * factor);
  words.keepOffArrow(from, to);
  words.later.push(() => nameVector(pen, words, from, to, factor));
}

function nameVector(pen, words, from, to, factor) {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [x, y] = to.map((at, i) => (at - from[i]) / long);
  pen.globalAlpha = spokenOf ? 0.4 : 1;
  arrow(pen, from, to, colours.ink, 2.4);
  pen.globalAlpha = 1;
  if (factor !== 1 && long > 2 * SHORTEST) drawBreak(pen, from, to, colours.ink);
  const [beyondX, beyondY] = [to[0] + 16 * x, to[1] + 16 * y];
  const spots = (wide) => [[beyondX - wide / 2, beyondY], ...around(...to, 10)(wide), ...around(...to, 24)(wide)];
  words.put("w", "ink", spots, true);
  if (factor === 1) return;
  const told = `× ${HALVES[factor] ?? Number(factor.toPrecision(4))}`;
  const beside = (wide) =>
    [0.5, 0.35, 0.65].flatMap((share) =>
      [1, -1].map((side) => {
        const [cx, cy] = alongEnds([from, to], share);
        return [cx - side * y * (wide / 2 + 9) - wide / 2, cy + side * x * 20];
      }),
    );
  words.put(told, "secondary", beside);
}

function drawStar(pen, words) {
  if (!star) return;
  const [u, v, c] = star.line;
  const middle = inPixels({ u, v, c });
  if (!middle) return;
  const edges = [-1, 1].map((sign) => inPixels({ u, v, c: c + sign * star.gamma }));
  if (edges.every(Boolean)) {
    const [low, high] = edges;
    pen.save();
    polygon(pen, side(high, 1));
    pen.clip();
    polygon(pen, side({ a: -low.a, b: -low.b, c: -low.c }, 1));
    pen.fillStyle = faded("promise", 0.07);
    pen.fill();
    pen.restore();
  }
  for (const sign of [-1, 1]) drawLine(pen, { u, v, c: c + sign * star.gamma }, colours.promise, PLANE_LINES.margin, false);
  const drawn = drawLine(pen, { u, v, c }, colours.promise, PLANE_LINES.separator);
  if (drawn) words.later.push(() => words.put(star.name, "promise", besideLine(drawn.found), true));
  if (view.equal) drawUnit(pen, words, middle, Math.hypot(u, v));
}

/** ŵ* across its line, of length 1 where that can be seen, else of another with a break in its shaft. */
function drawUnit(pen, words, line, length) {
  const [l, t, r, b] = view.area;
  const inside = ([x, y]) => x >= l && x <= r && y >= t && y <= b;
  const footOf = ([x, y]) => [x, y].map((at, i) => at - (line.a * x + line.b * y + line.c) * [line.a, line.b][i]);
  const from = [[view.toX(0), view.toY(0)], [(l + r) / 2, (t + b) / 2]].map(footOf).find(inside);
  if (!from) return;
  const unit = length * Math.abs(view.toX(1) - view.toX(0));
  const shown = unit >= 24 && unit <= 160;
  const along = (part) => [from[0] + part * line.a, from[1] + part * line.b];
  const to = along(shown ? unit : 60);
  arrow(pen, from, to, colours.promise, 3);
  words.keepOffArrow(from, to);
  if (!shown) drawBreak(pen, from, to, colours.promise);
  words.later.push(() => words.put("ŵ*", "promise", around(...to, 10), true));
}

const isVote = !predictor;
const gridOf = (cells) => {
  const [l, t, r, b] = view.area;
  const columns = Math.max(8, Math.round(Math.sqrt((cells * (r - l)) / Math.max(b - t, 1))));
  return new Grid(view, columns, Math.max(8, Math.round(cells / columns)));
};

/** The field of update k on a grid: coarse at once, fine when nothing else is asked. */
function fieldFinder(cells) {
  let of = null;
  let made = null;
  return new Finder(function* (k) {
    if (of !== view) {
      of = view;
      const grid = gridOf(cells);
      const bases = kernel && new Bases(grid);
      const vote = isVote && (kernel ? new VoteOfExpansions(bases) : new VoteOfLines(grid));
      made = { grid, bases, vote };
    }
    const { grid, bases, vote } = made;
    const values = vote ? yield* vote.seek(k) : yield* expansionOver(bases, predictor.expansion(k));
    return { grid, values };
  });
}

const hasField = isVote || kernel;
const hasOwn = !hasField && run.predictor.name !== "last";
const supports = Math.min(n, last);
const COARSE = kernel ? Math.max(400, Math.min(3600, 2.5e6 / Math.max(supports, 1))) : 24000;
const FINE = kernel ? Math.max(COARSE, Math.min(22000, 1.2e7 / Math.max(supports, 1))) : 90000;
const coarse = hasField && fieldFinder(COARSE);
const fine = hasField && FINE > COARSE && fieldFinder(FINE);

const marked = examples && n <= FEW && (!isVote || n * last <= 2e7) && (!kernel || n <= 1500);
const exampleBases = marked && kernel && new Bases(atExamples);
const exampleVote = marked && isVote && (kernel ? new VoteOfExpansions(exampleBases) : new VoteOfVectors());
const scores =
  marked &&
  new Finder(function* (k) {
    if (isVote) return yield* exampleVote.seek(k);
    if (kernel) return yield* expansionOver(exampleBases, predictor.expansion(k));
    return scoresOf(predictor.line(k).vector);
  });

let now = 0;
let mark = "";

function drawPlane() {
  const made = contextOf(plane);
  if (!made) return;
  const { pen, width, height } = made;
  if (!view || view.width !== width || view.height !== height) {
    view = fitted(width, height);
    for (const finder of [coarse, fine]) if (finder) finder.forget();
    if (hasField) askField();
  }
  const words = new Words(pen, LEFT, width, height - BELOW);
  words.later = [];
  words.lines = drawnLines = [];
  if (n <= 300) for (let i = 0; i < n; i++) words.points.push([view.toX(points[0][i]), view.toY(points[1][i])]);
  drawAxes(pen);
  pen.save();
  pen.beginPath();
  const [l, t, r, b] = view.area;
  pen.rect(l, t, r - l, b - t);
  pen.clip();
  drawDecision(pen, words);
  drawProof(pen, words);
  drawExamples(pen, words);
  for (const put of words.later) put();
  if (n <= 12)
    for (const [i, [x, y]] of words.points.entries()) {
      pen.globalAlpha = strengthOf(i);
      words.put(`${i + 1}`, "secondary", around(x, y, markerSize() + 9));
    }
  pen.globalAlpha = 1;
  pen.restore();
}

function drawDecision(pen, words) {
  const role = run.predictor.role;
  const present = kernel ? null : lineOf(vectorAt(now));
  const own = hasOwn ? predictor.line(now) : null;
  const field = hasField ? (fine && fine.foundAt === now ? fine.found : coarse.found) : null;
  if (field) tintField(pen, field, isVote ? Math.max(seen(now), 1) : 0);
  else if (!hasField) tintLine(pen, own || present);
  drawStar(pen, words);
  if (field) {
    traceZero(pen, field);
    strokeAs(pen, colours[role], isVote ? PLANE_LINES.vote : PLANE_LINES.curve);
  }
  if (present) {
    if (now && !own && !isVote) {
      const before = drawLine(pen, lineOf(vectorAt(now - 1)), colours.secondary, PLANE_LINES.before);
      if (before) words.later.push(() => words.put("before", "secondary", besideLine(before.found)));
    }
    const drawn = drawLine(pen, present, colours.boundary, own || isVote ? PLANE_LINES.lastVector : PLANE_LINES.boundary);
    if (drawn && (own || isVote)) words.later.push(() => words.put("last vector", "ink", besideLine(drawn.found)));
    if (!drawn && !own) pointTo(pen, words, present, colours.boundary, isVote ? "last vector" : "boundary", "ink");
    drawVector(pen, words);
  }
  if (own) {
    const drawn = drawLine(pen, own, colours[role], PLANE_LINES.predictor);
    if (drawn) words.later.unshift(() => words.put(run.predictor.title, role, besideLine(drawn.found), true));
    else pointTo(pen, words, own, colours[role], run.predictor.title, role);
  }
}

function drawExamples(pen, words) {
  if (n > FEW) {
    drawCrowd(pen);
  } else {
    const found = scores && scores.foundAt === now ? scores.found : null;
    for (let i = 0; i < n; i++) drawMarker(pen, i, found?.[i] ?? null);
  }
  if (!now) return;
  const i = index[now - 1];
  const [x, y] = [view.toX(points[0][i]), view.toY(points[1][i])];
  const radius = markerSize() + 8;
  if (n > FEW) drawMarker(pen, i, null);
  for (const [colour, width] of [
    [faded("page", 0.8), 6],
    [colours.now, 3],
  ]) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    stroke(pen, colour, width);
  }
  words.keepOff(x, y, radius);
  const test = mark.split(": ").at(-1);
  if (mark)
    words.put(mark, "now", around(x, y, radius + 3), true) || words.put(test, "now", around(x, y, radius + 3), true);
}

function askField() {
  coarse.ask(now, () => {
    drawPlane();
    if (fine && !playing) fine.ask(now, drawPlane);
  });
}

// ---- The picture of the theorem ----

const picture = byId("picture");
const scene = run.picture;
for (const curve of scene?.curves ?? []) if (curve.k) [curve.k, curve.v] = [unpacked(curve.k), unpacked(curve.v)];
let plot = null;
let values = {};

const COLUMNS = {
  length: (k) => Math.max(Math.sqrt(Math.max(squared[k], 0)), along ? along[k] : 0),
  along: (k) => along[k],
};

function pathOf(pen, curve, from, until) {
  pen.beginPath();
  if (curve.k) {
    let begun = false;
    for (let i = 0; i < curve.k.length && curve.k[i] <= until; i++) {
      if (curve.k[i] < from) continue;
      const [x, y] = [plot.toX(curve.k[i]), plot.toY(curve.v[i])];
      begun ? pen.lineTo(x, y) : pen.moveTo(x, y);
      begun = true;
    }
    return;
  }
  const stride = Math.max(1, Math.floor((last / Math.max(plot.width, 1)) * 0.5));
  for (let k = from; k <= until; k += stride) {
    const [x, y] = [plot.toX(k), plot.toY(COLUMNS[curve.key](k))];
    k === from ? pen.moveTo(x, y) : pen.lineTo(x, y);
  }
  if (until > from) pen.lineTo(plot.toX(until), plot.toY(COLUMNS[curve.key](until)));
}

function valueAt({ key, k: places, v }, k) {
  if (!places) return COLUMNS[key](k);
  let i = 0;
  while (i + 1 < places.length && places[i + 1] <= k) i++;
  if (i + 1 === places.length) return v[i];
  return v[i] + ((k - places[i]) / (places[i + 1] - places[i])) * (v[i + 1] - v[i]);
}

function drawPicture() {
  const made = scene && contextOf(picture);
  if (!made) return;
  const { pen, width, height } = made;
  const [l, t, r, b] = [52, 14, width - 14, height - 44];
  const toX = (k) => l + ((r - l) * k) / scene.end;
  const toY = (v) => b - ((b - t) * (v - scene.low)) / (scene.top - scene.low);
  plot = { toX, toY, width: r - l, left: l, right: r };
  const words = new Words(pen, l, width, b);
  pen.font = letter(12);
  pen.fillStyle = colours.secondary;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const up = steps(scene.low, scene.top, (b - t) / 44);
  pen.beginPath();
  for (const value of up.places) {
    pen.moveTo(l, toY(value));
    pen.lineTo(r, toY(value));
    pen.fillText(tick(value, up.step), l - 6, toY(value));
  }
  stroke(pen, colours.hairline, 1);
  pen.textAlign = "center";
  pen.textBaseline = "top";
  const across = steps(0, scene.end, (r - l) / 64);
  for (const value of across.places)
    if (across.step >= 1 || Number.isInteger(value)) pen.fillText(tick(value, across.step), toX(value), b + 6);
  pen.textAlign = "right";
  pen.fillText(scene.axis, r, b + 24);
  pen.save();
  pen.beginPath();
  pen.rect(l, 0, r - l, b + 1);
  pen.clip();
  const promises = scene.curves.filter((curve) => curve.promised);
  if (scene.meeting) drawBeyond(pen, t, b, r);
  if (scene.filled) fillBetween(pen, promises);
  for (const curve of promises) {
    pathOf(pen, curve, 0, Infinity);
    strokeAs(pen, colours.promise, PICTURE_LINES.promise);
  }
  const own = scene.curves.filter((curve) => !curve.promised);
  for (const curve of own) {
    pathOf(pen, curve, 0, last);
    strokeAs(pen, colours[`${curve.role}-pale`], PICTURE_LINES.coming);
    pathOf(pen, curve, 0, now);
    strokeAs(pen, colours[curve.role], PICTURE_LINES.played);
  }
  pen.beginPath();
  pen.moveTo(toX(now), t);
  pen.lineTo(toX(now), b);
  stroke(pen, colours.now, 1.8);
  if (scene.meeting) drawMeeting(pen, words);
  for (const curve of own) {
    const [x, y] = [toX(now), toY(valueAt(curve, now))];
    pen.beginPath();
    pen.arc(x, y, 4.5, 0, 7);
    pen.fillStyle = colours.now;
    pen.fill();
    stroke(pen, colours.page, 1.5);
    words.keepOff(x, y, 4);
  }
  for (const curve of [...own].reverse()) {
    const [x, y] = [toX(now), toY(valueAt(curve, now))];
    const text = values[curve.key] ? `${curve.name} ${values[curve.key]}` : curve.name;
    words.put(
      text,
      curve.role,
      (wide) =>
        [9, 26, -14, 43, -36, 60].flatMap((down) => [
          [x + 9, y + down - 9],
          [x - 9 - wide, y + down - 9],
        ]),
      true,
    );
  }
  for (const curve of [...promises].reverse()) {
    const places = [0.55, 0.68, 0.42, 0.8, 0.3];
    words.put(
      curve.name,
      "promise",
      (wide) =>
        places.flatMap((share) => {
          const i = curve.k.length - 1;
          const k = share * Math.min(scene.end, curve.k[i]);
          const [x, y] = [toX(k), toY(valueAt(curve, k))];
          return curve.key === "floor"
            ? [
                [x + 10, y + 14],
                [x - wide, y + 24],
              ]
            : [
                [x - wide - 4, y - 14],
                [x - wide / 2, y - 22],
                [x, y + 18],
              ];
        }),
      true,
    );
  }
  pen.restore();
}

function fillBetween(pen, [floor, ceiling]) {
  pen.beginPath();
  for (let i = 0; i < ceiling.k.length; i++) pen.lineTo(plot.toX(ceiling.k[i]), plot.toY(ceiling.v[i]));
  for (let i = floor.k.length - 1; i >= 0; i--) pen.lineTo(plot.toX(floor.k[i]), plot.toY(floor.v[i]));
  pen.closePath();
  pen.fillStyle = faded("promise", 0.1);
  pen.fill();
}

function drawBeyond(pen, t, b, r) {
  const x = plot.toX(scene.meeting.k);
  if (x >= r) return;
  pen.fillStyle = faded("secondary", 0.12);
  pen.fillRect(x, t, r - x, b - t);
  pen.beginPath();
  pen.moveTo(x, t);
  pen.lineTo(x, b);
  strokeAs(pen, colours.promise, PICTURE_LINES.meeting);
}

function drawMeeting(pen, words) {
  const [x, y] = [plot.toX(scene.meeting.k), plot.toY(scene.meeting.v)];
  if (x > plot.right) return;
  pen.beginPath();
  pen.arc(x, y, 6, 0, 7);
  pen.fillStyle = colours.promise;
  pen.fill();
  words.keepOff(x, y, 6);
  words.put(
    scene.meeting.name,
    "promise",
    (wide) => [
      [x - wide - 10, y - 4],
      [x - wide - 10, y + 18],
      [x - wide / 2, y + 22],
    ],
    true,
  );
}

// ---- Words ----

/** Text in which every second piece between `mark`s is a formula, or a number. */
function fill(element, text, separator, name) {
  element.replaceChildren(
    ...text.split(separator).map((piece, i) => {
      if (i % 2 === 0) return piece;
      const part = document.createElement(name);
      part.textContent = piece;
      return part;
    }),
  );
  return element;
}

const item = () => document.createElement("li");

function showTold(k, told) {
  const [sentence, beside, arithmetic, words, shown] = told.length > 1 ? told : inNumbers(k);
  mark = beside;
  byId("sentence").textContent = sentence;
  values = Object.fromEntries(shown.split("\n").map((line) => line.split(" ")));
  const lines = arithmetic.split("\n").map((line) => fill(item(), line, "`", "code"));
  if (told.length === 1) lines.push(notInWords(k));
  byId("arithmetic").replaceChildren(...lines);
  byId("words").replaceChildren(...words.split("\n").map((line) => fill(item(), line, "\u0001", "strong")));
}

/** Of an update without words its numbers, as the record has them, in the same parts. */
function inNumbers(k) {
  const { activation: a, w, b, w_dot_wstar: progress, w_norm_sq: length } = stateAt(k);
  const shown = (value) => written(value).replaceAll("-", "−").replace(/\.0$/, "");
  const signed = shown(labels[index[k - 1]] * a);
  const many = w && w.length > MOST_COLUMNS ? ", …" : "";
  const vector = w ? `\`w = (${w.slice(0, MOST_COLUMNS).map(shown).join(", ")}${many})\`, ` : "";
  const theory = [progress === null ? "" : `w·ŵ* = \u0001${shown(progress)}\u0001`, `‖w‖² = \u0001${shown(length)}\u0001`];
  return [
    `Update ${grouped(k)}: y·a = ${signed}.`,
    `y·a = ${signed}`,
    `before it: \`a = ${shown(a)}\`\nafter it: ${vector}\`b = ${shown(b)}\``,
    theory.filter(Boolean).join("\n"),
    "",
  ];
}

/** Of a long run only some updates have words: which ones is said, and the nearest can be gone to. */
function notInWords(k) {
  const [end, every] = run.full;
  const line = item();
  const button = (at) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = grouped(at);
    made.addEventListener("click", () => goTo(at, true));
    return made;
  };
  const before = k - (k % every);
  line.append(
    `Here are its numbers. Sentences are written for the first and the last ${grouped(end)} updates and every ${grouped(every)}th between; the nearest: `,
    button(before),
    " ",
    button(before + every),
  );
  return line;
}

function momentAt(k) {
  if (!k) return `start of ${grouped(last)} updates`;
  const inEpoch = epoch ? `, epoch ${grouped(epoch[k - 1])}` : "";
  return `update ${grouped(k)} of ${grouped(last)}${inEpoch}, example ${grouped(index[k - 1] + 1)}`;
}

// ---- The track ----

const trackCanvas = byId("track");
const track = { ...run.track, rows: unpacked(run.track.rows), mistakes: new Set(unpacked(run.track.mistakes)) };
const TRACK = { margin: 9, top: 14, height: 36, names: 20, widest: 48, numbered: 17, bead: 6, named: 24, parted: 6 };
const visitWidth = () => Math.min((trackCanvas.clientWidth - 2 * TRACK.margin) / track.end, TRACK.widest);
const visitX = (visit) => TRACK.margin + visitWidth() * Math.max(visit - 0.5, 0);

function drawTrack() {
  const made = contextOf(trackCanvas);
  if (!made) return;
  const { pen, width } = made;
  const wide = visitWidth();
  drawBands(pen, width, wide);
  if (wide >= TRACK.bead && track.rows) drawVisits(pen, wide);
  else drawShares(pen, wide);
  drawPin(pen, wide >= TRACK.bead && track.rows ? Math.min(wide - 1, 22) / 2 + 1 : -TRACK.height / 2);
}

function drawBands(pen, width, wide) {
  const { margin, top, height } = TRACK;
  const bands = Math.round(track.end / track.band);
  const each = track.band * wide;
  const parted = each >= TRACK.parted;
  pen.fillStyle = faded("secondary", 0.14);
  pen.beginPath();
  for (let i = 0; i < (parted ? bands : 1); i++) {
    const long = parted ? each - (each < TRACK.named ? 1 : 2) : track.end * wide;
    pen.roundRect(margin + i * each, top, long, height, Math.min(6, long / 4));
  }
  pen.fill();
  pen.font = letter(12);
  pen.fillStyle = colours.secondary;
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  let free = width - 6;
  for (let i = bands; i > 0 && (i === bands || each >= TRACK.named); i--) {
    let name = i === bands ? track.last : `epoch ${grouped(i)}`;
    let left = margin + (i - 1) * each + 6;
    if (i === bands) left = Math.max(Math.min(left, free - pen.measureText(name).width), margin);
    else if (pen.measureText(name).width > each - 6) name = grouped(i);
    if (left + pen.measureText(name).width > free) continue;
    pen.fillText(name, left, top + height + 16);
    free = left - 6;
  }
}

/** Dots and beads: filled up to the playhead, then outlined. */
function drawVisits(pen, wide) {
  const at = seen(now);
  const middle = TRACK.top + TRACK.height / 2;
  const radius = Math.min(wide - 1, 22) / 2;
  const numbered = wide >= TRACK.numbered && n <= 12;
  pen.font = letter(12, "bold");
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let visit = 1; visit <= track.visits; visit++) {
    const row = track.rows[visit - 1];
    const role = roleOf(labels[row]);
    const done = visit <= at;
    const bead = track.mistakes.has(visit);
    pen.beginPath();
    pen.arc(visitX(visit), middle, bead ? radius : done ? 3 : 2, 0, 7);
    const colour = colours[done ? role : `${role}-pale`];
    pen.fillStyle = bead && !done ? colours.page : colour;
    pen.fill();
    if (!bead) continue;
    stroke(pen, colour, 1.5);
    if (!numbered) continue;
    pen.fillStyle = done ? colours.page : colours[role];
    pen.fillText(String(row + 1), visitX(visit), middle + 1);
  }
}

/** A bar for each bin of 2ⁱ visits, as high as its share of updates beside the largest; at least a pixel. */
function drawShares(pen, wide) {
  const { margin, top, height } = TRACK;
  const at = seen(now);
  const every = 2 ** Math.max(Math.ceil(Math.log2(1 / wide)), 0);
  const counts = new Float64Array(Math.ceil(track.visits / every));
  for (let k = 0; k < last; k++) counts[Math.floor((example[k] - 1) / every)]++;
  const shares = counts.map((count, bin) => count / Math.min(every, track.visits - bin * every));
  const largest = shares.reduce((most, share) => Math.max(most, share), 0);
  shares.forEach((share, bin) => {
    if (!share) return;
    const high = Math.max((share / largest) * (height - 4), 1);
    pen.fillStyle = bin * every < at ? colours.secondary : colours.track;
    pen.fillRect(margin + bin * every * wide, top + height - 2 - high, Math.max(every * wide, 1), high);
  });
}

function drawPin(pen, gap) {
  const { top, height } = TRACK;
  const x = visitX(seen(now));
  pen.beginPath();
  pen.moveTo(x, top - 2);
  pen.lineTo(x, now || gap < 0 ? top + height / 2 - gap : top - 2);
  stroke(pen, colours.now, 2);
  pen.beginPath();
  for (const [right, down] of [[-7, -13], [7, -13], [7, -6], [0, -1], [-7, -6]]) pen.lineTo(x + right, top + down);
  pen.fillStyle = colours.now;
  pen.fill();
}

/** The visit at a pixel of the track; on the name of an epoch its end. */
function visitAt(event) {
  const { left, top } = trackCanvas.getBoundingClientRect();
  const visit = Math.min(Math.max(Math.ceil((event.clientX - left - TRACK.margin) / visitWidth()), 0), track.visits);
  const onName = event.clientY - top > TRACK.top + TRACK.height + 2;
  return onName && visit ? Math.min(Math.ceil(visit / track.band) * track.band, track.visits) : visit;
}

/** The last update up to a visit. */
function updateAt(visit) {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (example[middle - 1] <= visit) low = middle;
    else high = middle - 1;
  }
  return low;
}

// ---- The playhead ----

const slider = byId("slider");
let playing = false;
let byPerson = false;

/** Show the run after update k. The promise is kept when all of it is drawn. */
function show(k) {
  const whole = Math.round(Number(k));
  if (!(whole >= 0 && whole <= last)) throw new RangeError(`update ${k} of ${last}`);
  now = whole;
  slider.value = String(now);
  slider.setAttribute("aria-valuetext", momentAt(now));
  byId("position").textContent = `${grouped(now)} / ${grouped(last)}`;
  byId("moment").textContent = momentAt(now);
  byId("k").textContent = grouped(now);
  plane.setAttribute("aria-label", `The examples and the boundary, ${momentAt(now)}`);
  allowButtons();
  const drawn = [told(now)];
  if (scores) drawn.push(new Promise((resolve) => scores.ask(now, resolve)));
  if (hasField && view) {
    if (fine) fine.work = null;
    drawn.push(new Promise((resolve) => coarse.ask(now, resolve)));
  }
  drawAll();
  const at = now;
  return Promise.all(drawn).then(() => {
    if (at !== now) return;
    drawAll();
    if (fine && view && !playing) fine.ask(now, drawPlane);
    markRow();
  });
}

/** A button keeps the focus that it has. */
function allowButtons() {
  const [atStart, atEnd] = [now === 0, now === last];
  const off = { home: atStart, back: atStart, epochBack: atStart || !epoch };
  Object.assign(off, { forward: atEnd, epochForward: atEnd || !epoch, end: atEnd });
  for (const [name, disabled] of Object.entries(off))
    buttons[name].disabled = disabled && document.activeElement !== buttons[name];
}

function told(k) {
  const found = toldOf(k);
  if (Array.isArray(found)) {
    showTold(k, found);
    return null;
  }
  return found.then(
    (texts) => {
      if (k === now) {
        showTold(k, texts);
        announce();
      }
    },
    () => {
      byId("sentence").textContent = "This browser is too old to unpack what is said of the updates.";
    },
  );
}

function drawAll() {
  drawPlane();
  drawPicture();
  drawTrack();
  announce();
}

/** Only what a person asked for is spoken. */
function announce() {
  const sentence = byId("sentence").textContent;
  if (byPerson && !playing && Array.isArray(blocks.get(Math.floor(now / run.block)))) {
    byId("live").textContent = sentence;
    byPerson = false;
  }
}

function goTo(k, person = false) {
  byPerson = person;
  return show(Math.min(Math.max(k, 0), last));
}

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 50000];
const speed = byId("speed");
const A_WHILE = 90;
let clock = 0;
let credit = 0;

function setSpeed(place) {
  speed.value = String(Math.min(Math.max(place, 0), SPEEDS.length - 1));
  const text = `${grouped(SPEEDS[speed.value])} updates/s`;
  byId("rate").textContent = text;
  speed.setAttribute("aria-valuetext", text);
  speed.style.setProperty("--done", `${(100 * speed.value) / (SPEEDS.length - 1)}%`);
}

function play(on) {
  if (on && !last) return;
  if (on && now === last) goTo(0);
  playing = on;
  buttons.play.setAttribute("aria-pressed", String(on));
  buttons.play.setAttribute("aria-label", on ? "Pause" : "Play");
  credit = 0;
  clock = performance.now();
  if (on) requestAnimationFrame(frame);
  else goTo(now, now < last);
}

function frame(time) {
  if (!playing) return;
  credit += (Math.min(Math.max(time - clock, 0), 250) / 1000) * SPEEDS[speed.value];
  clock = time;
  const whole = Math.floor(credit);
  credit -= whole;
  if (whole) show(Math.min(now + whole, last));
  if (now === last) play(false);
  else requestAnimationFrame(frame);
}

/** The last update of the epoch before, or the first that ends the one after. */
function epochFrom(k, way) {
  const at = k ? epoch[k - 1] : 0;
  let place = k;
  if (way > 0) {
    if (k < last) place++;
    const goal = epoch[place - 1];
    while (place < last && epoch[place] === goal) place++;
    return place;
  }
  while (place > 0 && epoch[place - 1] === at) place--;
  return place;
}

const ACTIONS = {
  home: () => goTo(0, true),
  epochBack: () => goTo(epochFrom(now, -1), true),
  back: () => goTo(now - 1, true),
  play: () => play(!playing),
  forward: () => goTo(now + 1, true),
  epochForward: () => goTo(epochFrom(now, 1), true),
  end: () => goTo(last, true),
};
const buttons = {};
for (const button of document.querySelectorAll("[data-do]")) {
  buttons[button.dataset.do] = button;
  button.addEventListener("click", () => act(button.dataset.do));
}

function act(name) {
  if (buttons[name].disabled || (name.startsWith("epoch") && !epoch)) return;
  if (name !== "play" && playing) play(false);
  ACTIONS[name]();
}

const KEYS = { " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "home", End: "end" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  const within = target instanceof Element ? target.closest("button, summary, #speed, #scroller") : null;
  if (
    within &&
    (key === " " || key === "Enter" || (within.id && key.startsWith("Arrow") && within.tagName !== "BUTTON"))
  )
    return;
  let name = KEYS[key];
  if (event.shiftKey && key === "ArrowLeft") name = "epochBack";
  if (event.shiftKey && key === "ArrowRight") name = "epochForward";
  if (name) act(name);
  else if (key === "+" || key === "=") setSpeed(Number(speed.value) + 1);
  else if (key === "-") setSpeed(Number(speed.value) - 1);
  else if (key === "d" || key === "D") turnTheme();
  else return;
  event.preventDefault();
});

slider.addEventListener("input", () => {
  if (playing) play(false);
  goTo(Number(slider.value));
});
slider.addEventListener("change", () => goTo(Number(slider.value), true));
const atVisit = (event) => {
  const visit = visitAt(event);
  if (event.type === "pointermove" && !event.buttons) {
    trackCanvas.title = track.words[visit] ?? momentAt(updateAt(visit));
    return;
  }
  if (playing) play(false);
  goTo(updateAt(visit), event.type === "pointerdown");
};
trackCanvas.addEventListener("pointerdown", atVisit);
trackCanvas.addEventListener("pointermove", atVisit);
speed.addEventListener("input", () => setSpeed(Number(speed.value)));

// A swipe over the examples is a step; a touch of the picture goes there.
let touched = null;
plane.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "mouse" ? null : event.clientX;
});
plane.addEventListener("pointerup", (event) => {
  const moved = touched === null ? 0 : event.clientX - touched;
  if (Math.abs(moved) > 40) act(moved < 0 ? "forward" : "back");
  touched = null;
});
const atPointer = (event) => {
  if (!plot || (event.type === "pointermove" && !event.buttons)) return;
  if (playing) play(false);
  const { left } = picture.getBoundingClientRect();
  const share = (event.clientX - left - 1 - plot.left) / plot.width;
  goTo(Math.round(share * scene.end), event.type === "pointerdown");
};
picture.addEventListener("pointerdown", atPointer);
picture.addEventListener("pointermove", atPointer);

// ---- Light and dark ----

const dark = window.matchMedia("(prefers-color-scheme: dark)");
let chosen = null;

function followTheme() {
  showTheme(chosen ?? dark.matches);
}

function showTheme(isDark) {
  root.dataset.theme = isDark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(isDark));
  readColours();
  drawAll();
}

function turnTheme() {
  chosen = root.dataset.theme !== "dark";
  followTheme();
}

byId("theme").addEventListener("click", turnTheme);
dark.addEventListener("change", followTheme);
// Paper is white, and dark colours would be lost on it.
window.addEventListener("beforeprint", () => showTheme(false));
window.addEventListener("afterprint", followTheme);

// ---- The table ----

const PAGE = 50;
const MOST_COLUMNS = 8;
const table = byId("scroller").querySelector("table");
let page = -1;

function cellsOf(k) {
  const row = stateAt(k);
  const vector = (row.w || []).slice(0, MOST_COLUMNS);
  const whole = [k, row.epoch ?? "", row.example, index[k - 1] + 1, labels[index[k - 1]] > 0 ? "+1" : "−1"];
  return [...whole.map(String), ...[row.activation, ...vector, row.b, row.w_dot_wstar, row.w_norm_sq].map(written)];
}

function fillTable(wanted) {
  page = Math.min(Math.max(wanted, 0), Math.max(Math.ceil(last / PAGE) - 1, 0));
  const [from, until] = [page * PAGE + 1, Math.min((page + 1) * PAGE, last)];
  const rows = [];
  for (let k = from; k <= until; k++) rows.push(rowOf("td", cellsOf(k)));
  alignPoints(rows);
  table.tBodies[0].replaceChildren(...rows);
  rows.forEach((row, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = row.cells[0].textContent;
    button.setAttribute("aria-label", `Go to update ${from + i}`);
    button.addEventListener("click", () => act2(from + i));
    row.cells[0].replaceChildren(button);
  });
  byId("rows").textContent = last ? `updates ${grouped(from)} to ${grouped(until)} of ${grouped(last)}` : "no update";
  byId("earlier").disabled = page === 0;
  byId("later").disabled = until === last;
  markRow(true);
}

function act2(k) {
  if (playing) play(false);
  goTo(k, true);
}

/** Numbers stand with their points below one another: the style adds unseen digits. */
function alignPoints(rows) {
  const whole = /^[−+]?[0-9][0-9,]*/;
  for (let column = 0; column < (rows[0]?.cells.length ?? 0); column++) {
    const cells = rows.map((row) => row.cells[column]).filter((cell) => whole.test(cell.textContent));
    const tails = cells.map((cell) => cell.textContent.replace(whole, ""));
    const longest = tails.reduce((long, tail) => (tail.length > long.length ? tail : long), "");
    for (const [i, cell] of cells.entries()) cell.dataset.tail = longest.slice(tails[i].length);
  }
}

function rowOf(kind, cells) {
  const row = document.createElement("tr");
  for (const text of cells) {
    const cell = document.createElement(kind);
    cell.textContent = text;
    if (kind === "th") cell.scope = "col";
    row.append(cell);
  }
  return row;
}

function markRow(filled = false) {
  if (page < 0 || !byId("steps").open) return;
  if (!filled && !playing && now && Math.floor((now - 1) / PAGE) !== page)
    return fillTable(Math.floor((now - 1) / PAGE));
  for (const row of table.tBodies[0].rows) row.removeAttribute("aria-current");
  const row = table.tBodies[0].rows[now - 1 - page * PAGE];
  if (row) row.setAttribute("aria-current", "true");
}

byId("steps").addEventListener("toggle", () => {
  if (!byId("steps").open) return;
  const names = (run.plane.kernel ? [] : run.features).slice(0, MOST_COLUMNS).map((name) => `w for ${name}`);
  const columns = ["update", "epoch", "t", "example", "y", "a", ...names, "b", "w·ŵ*", "‖w‖²"];
  table.tHead.replaceChildren(rowOf("th", columns));
  const more =
    !run.plane.kernel && d > MOST_COLUMNS ? ` Of ${grouped(d)} weights these are the first ${MOST_COLUMNS}.` : "";
  table.caption.textContent = `a is the activation before the update, all else is as it is after it; t counts the examples met.${more}`;
  fillTable(Math.floor(Math.max(now - 1, 0) / PAGE));
});
byId("earlier").addEventListener("click", () => fillTable(page - 1));
byId("later").addEventListener("click", () => fillTable(page + 1));

// ---- Begin ----

function fromAddress() {
  if (window.location.hash === "#end") return last;
  const asked = /^#k=(\d+)$/.exec(window.location.hash);
  return asked ? Math.min(Number(asked[1]), last) : null;
}

/** Put the address of the moment into the address bar and on the clipboard, which a browser may refuse. */
async function copyLink() {
  window.history.replaceState(null, "", `#k=${now}`);
  let told = `Copied: update ${grouped(now)}`;
  try {
    await navigator.clipboard.writeText(window.location.href);
  } catch {
    told = "The address bar has the link";
  }
  byId("linked").textContent = told;
}

byId("link").addEventListener("click", copyLink);

function begin() {
  byId("ending").textContent = run.ending;
  byId("excerpt").textContent = run.excerpt;
  byId("excerpt").hidden = !run.excerpt;
  byId("of").textContent = `of ${grouped(last)} update${last === 1 ? "" : "s"}`;
  byId("bound").textContent = scene ? scene.bound : "";
  picture.setAttribute("aria-label", scene ? scene.name : "");
  picture.hidden = !scene;
  const marks = marked ? "mark: class · region: predicted · ring: wrong" : "";
  byId("key").replaceChildren(
    ...[run.classes, run.plane.sentence, marks]
      .filter(Boolean)
      .map((text) => Object.assign(document.createElement("span"), { textContent: text })),
  );
  slider.max = String(Math.max(last, 1));
  slider.disabled = !last;
  buttons.play.disabled = !last;
  speed.max = String(SPEEDS.length - 1);
  setSpeed(SPEEDS.findIndex((each) => each >= Math.max(run.speed, last / A_WHILE)));
  root.dataset.theme = dark.matches ? "dark" : "light";
  readColours();
  const ready = show(fromAddress() ?? 0);
  new ResizeObserver(drawAll).observe(plane);
  window.addEventListener("hashchange", () => goTo(fromAddress() ?? now));
  return ready;
}

const ready = begin();
window.player = Object.freeze({
  /** The run after update k; the promise is kept when all of it is drawn. */
  show(k) {
    if (playing) play(false);
    return show(k);
  },
  /** The row of the trace there. */
  state: () => stateAt(now),
  /** The pixel of the picture that shows a point of the plane. */
  pixel: (x, y) => [view.toX(x), view.toY(y)],
  updates: last,
  ready,
});
