/**
 * Draws lines and buses. The width of a line shows its rating, its colour the loading. Flow arrows and MW are drawn if
 * there is room. Buses are filled by value, with a ring that shows the kinds of their units. Areas are labelled when
 * the view is zoomed out.
 */
import { colorOf as colorOfKind } from '../../client/fuels.ts';
import { colorOf, css } from '../charts/color-scale.ts';
import { power } from '../parts/format.ts';
import { IDLE, type Labels, LOADING, MARKS, type Scene, THIN_BELOW } from './look.ts';
import { endsOf, type Point, pointOf } from './scene.ts';

type Ends = readonly [Point, Point];

const LOADINGS = 20;
const COLORS = Array.from({ length: LOADINGS + 1 }, (_, step) => css(colorOf(LOADING, step / LOADINGS)));

/** Least length of a line that is drawn with an arrow, px. The next constant: least length for its MW. */
const ARROW_FROM = 40;
const MW_FROM = 100;
/** Loading above which a line keeps its width when the view is zoomed out. */
const NEARLY_FULL = 0.75;
/** Least flow that is drawn with an arrow, MW. */
const LEAST = 0.5;

/** Draws lines. For speed, lines of the same style are one path. The widest lines are drawn last, above the others. */
export function drawLines(context: CanvasRenderingContext2D, scene: Scene, labels: Labels): void {
  const { segments, flows, places, view } = scene;
  const looks = new Map<string, ReturnType<typeof lookOf> & Record<'path' | 'arrows', Path2D>>();
  for (const [i, segment] of segments.entries()) {
    const ends = endsOf(places, view, segment);
    if (segment.from < 0 || segment.to < 0 || isOff(scene, ends)) continue;
    const look = lookOf(scene, i);
    const key = `${look.color} ${look.width} ${look.dash}`;
    const { path, arrows } = looks.get(key) ?? { path: new Path2D(), arrows: new Path2D() };
    looks.set(key, { ...look, path, arrows });
    path.moveTo(...ends[0]);
    path.lineTo(...ends[1]);
    arrowInto(arrows, ends, flows?.[i] ?? 0, look.width);
    labelLine(labels, scene, i, ends);
  }
  for (const { color, width, dash, path, arrows } of [...looks.values()].sort((a, b) => a.width - b.width)) {
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke(path);
    context.setLineDash([]);
    context.strokeStyle = scene.ink.back;
    context.lineWidth = 2;
    context.stroke(arrows);
    context.fill(arrows);
  }
}

const isOff = ({ width, height }: Scene, [a, b]: Ends): boolean =>
  Math.max(a[0], b[0]) < 0 ||
  Math.min(a[0], b[0]) > width ||
  Math.max(a[1], b[1]) < 0 ||
  Math.min(a[1], b[1]) > height;

function lookOf({ network, loadings, lineMarks, lineValues, scale, sizes, view }: Scene, i: number) {
  const { id = '' } = network.lines[i] ?? {};
  const [mark, valued, loading] = [lineMarks?.get(id), lineValues?.get(id), loadings?.[i] || 0];
  const width = Math.round(2 * (sizes.widths[i] ?? 1)) / 2;
  if (mark) return { ...MARKS[mark], width: Math.max(3, width) };
  if (valued && scale) return { color: css(colorOf(scale, valued.value)), width: 5, dash: [] };
  const color = COLORS[Math.round(LOADINGS * Math.min(1, loading))] ?? '';
  return { color, width: view.zoom < THIN_BELOW && loading < NEARLY_FULL ? 0.75 : width, dash: [] };
}

/** Adds an arrow, a triangle just past the middle of the line, in the direction of the flow. */
function arrowInto(path: Path2D, ends: Ends, flow: number, width: number): void {
  const [a, b] = flow > 0 ? ends : [ends[1], ends[0]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < ARROW_FROM || Math.abs(flow) < LEAST) return;
  const [dx, dy] = [((b[0] - a[0]) / length) * (4 + width), ((b[1] - a[1]) / length) * (4 + width)];
  const [x, y] = [a[0] + (b[0] - a[0]) * 0.68, a[1] + (b[1] - a[1]) * 0.68];
  path.moveTo(x + dx, y + dy);
  path.lineTo(x - dx - dy * 0.7, y - dy + dx * 0.7);
  path.lineTo(x - dx + dy * 0.7, y - dy - dx * 0.7);
  path.closePath();
}

function labelLine({ texts, signs }: Labels, scene: Scene, i: number, [a, b]: Ends): void {
  const { network, flows, lineMarks, lineValues } = scene;
  const { id = '' } = network.lines[i] ?? {};
  const at: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [mark, valued] = [lineMarks?.get(id), lineValues?.get(id)];
  if (mark) signs.push({ at, mark });
  if (valued) texts.push({ at, text: valued.text, rank: 3 });
  else if (flows && Math.hypot(a[0] - b[0], a[1] - b[1]) > MW_FROM)
    texts.push({ at, text: power(Math.abs(flows[i] ?? Number.NaN)), rank: 1 });
}

/**
 * Least zoom at which rings are drawn, px between neighbouring buses. The next constant: zoom below which areas are
 * labelled.
 */
const RINGS_FROM = 16;
const AREAS_BELOW = 40;
/** Least radius of a bus that is drawn as a circle, px; smaller buses are squares, which are drawn faster. */
const ROUND_FROM = 2.5;
/** When the view is zoomed out, only this many of the largest buses may be labelled. */
const NAMED = 200;
/** Number of colour steps, so that buses of one colour share a path. */
const STEPS = 48;

export function drawBuses(context: CanvasRenderingContext2D, scene: Scene, labels: Labels): void {
  const { places, view, width, height, sizes } = scene;
  const size = Math.min(8, Math.max(1.5, view.zoom / 7));
  const discs = new Map<string, Path2D>();
  for (const [rank, i] of sizes.order.entries()) {
    const [x, y] = pointOf(places, view, i);
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    const radius = view.zoom < RINGS_FROM ? size : drawRing(context, scene, i, size);
    const fill = fillOf(scene, i);
    const path = discs.get(fill) ?? new Path2D();
    discs.set(fill, path);
    if (size < ROUND_FROM) path.rect(x - size, y - size, 2 * size, 2 * size);
    else {
      path.moveTo(x + size, y);
      path.arc(x, y, size, 0, 2 * Math.PI);
    }
    labelBus(labels, scene, i, { x, y, radius, rank });
  }
  context.lineWidth = 1;
  context.strokeStyle = scene.ink.text;
  for (const [fill, path] of discs) {
    context.fillStyle = fill;
    context.fill(path);
    if (size > 3) context.stroke(path);
  }
  if (view.zoom < AREAS_BELOW) nameAreas(scene, labels);
}

/** A bus on the screen. `rank`: position by capacity of its units; 0 for the largest. */
type Spot = Readonly<Record<'x' | 'y' | 'radius' | 'rank', number>>;

function labelBus(
  { texts, signs, taken }: Labels,
  scene: Scene,
  i: number,
  { x, y, radius, rank }: Spot,
): void {
  const { id = '' } = scene.network.buses[i] ?? {};
  const mark = scene.busMarks?.get(id);
  if (mark) signs.push({ at: [x + radius + 6, y - radius - 4], mark });
  if (scene.view.zoom >= RINGS_FROM) taken.push([x, y, radius - 2]);
  const isSelected = scene.selected?.kind === 'bus' && scene.selected.id === id;
  const textRank = isSelected ? 9 : mark ? 8 : 2 - rank / scene.network.buses.length;
  if (textRank > 2 || rank < NAMED || scene.view.zoom >= THIN_BELOW)
    texts.push({ at: [x, y + radius + 8], text: id, rank: textRank });
}

function fillOf({ values, scale }: Scene, i: number): string {
  const value = values?.[i] ?? Number.NaN;
  if (!scale || Number.isNaN(value)) return IDLE;
  const step = (scale.high - scale.low) / STEPS;
  return css(colorOf(scale, Math.round(value / step) * step));
}

/**
 * Draws a ring that shows the capacity of the units by kind. Returns the radius of the ring; `size` for a bus without
 * units.
 */
function drawRing(context: CanvasRenderingContext2D, scene: Scene, i: number, size: number): number {
  const { network, places, view, sizes } = scene;
  const [total, most] = [sizes.capacities[i] ?? 0, sizes.capacities[sizes.order[0] ?? 0] ?? 0];
  if (total <= 0) return size;
  const radius = size + 3 + 5 * Math.sqrt(total / most);
  const at = pointOf(places, view, i);
  let angle = -Math.PI / 2;
  for (const { kind, mw } of network.buses[i]?.units ?? []) {
    const end = angle + (2 * Math.PI * mw) / total;
    context.beginPath();
    context.moveTo(...at);
    context.arc(...at, radius, angle, end);
    context.fillStyle = colorOfKind(kind);
    context.fill();
    angle = end;
  }
  return radius;
}

/** Labels each area at the centre of its buses; draws no label if there is only one area. */
function nameAreas({ network, places, view }: Scene, labels: Labels): void {
  const areas = new Set(network.buses.map(({ area }) => area));
  areas.delete(undefined);
  for (const area of areas.size > 1 ? areas : []) {
    const points = network.buses.flatMap((bus, i) => (bus.area === area ? [pointOf(places, view, i)] : []));
    const mean = (axis: 0 | 1): number =>
      points.reduce((total, point) => total + point[axis], 0) / points.length;
    labels.texts.push({ at: [mean(0), mean(1)], text: `Area ${area}`, rank: 10 });
  }
}
