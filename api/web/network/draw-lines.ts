/** Draws lines: wide by rating, coloured by loading, with arrows and MW where there is room. */
import { colorOf, css } from '../charts/color-scale.ts';
import { power } from '../parts/format.ts';
import { type Labels, LOADING, MARKS, type Scene, THIN_BELOW } from './look.ts';
import { endsOf, type Point } from './scene.ts';

type Ends = readonly [Point, Point];

const STEPS = 20;
const COLORS = Array.from({ length: STEPS + 1 }, (_, step) => css(colorOf(LOADING, step / STEPS)));

/** Pixels of length from which there is room. */
const ARROW_FROM = 40;
const MW_FROM = 100;
/** Lines that are nearly full keep their width, however near buses are to each other. */
const NEARLY_FULL = 0.75;
/** Less is no flow, MW. */
const LEAST = 0.5;

/** Lines of one look are one stroke: thousands are drawn at once. The widest come last, on top of the others. */
export function drawLines(context: CanvasRenderingContext2D, scene: Scene, labels: Labels): void {
  const { segments, flows, places, view } = scene;
  const looks = new Map<string, Look & { readonly path: Path2D; readonly arrows: Path2D }>();
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
    label(labels, scene, i, ends);
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

interface Look {
  readonly color: string;
  readonly width: number;
  readonly dash: number[];
}

function lookOf({ network, loadings, lineMarks, lineValues, scale, sizes, view }: Scene, i: number): Look {
  const { id = '' } = network.lines[i] ?? {};
  const [mark, valued, loading] = [lineMarks?.get(id), lineValues?.get(id), loadings?.[i] || 0];
  const width = Math.round(2 * (sizes.widths[i] ?? 1)) / 2;
  if (mark) return { ...MARKS[mark], width: Math.max(3, width) };
  if (valued && scale) return { color: css(colorOf(scale, valued.value)), width: 5, dash: [] };
  const color = COLORS[Math.round(STEPS * Math.min(1, loading))] ?? '';
  return { color, width: view.zoom < THIN_BELOW && loading < NEARLY_FULL ? 0.75 : width, dash: [] };
}

/** A triangle behind the middle, in the direction of the flow. */
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

function label({ texts, signs }: Labels, scene: Scene, i: number, [a, b]: Ends): void {
  const { network, flows, lineMarks, lineValues } = scene;
  const { id = '' } = network.lines[i] ?? {};
  const at: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [mark, valued] = [lineMarks?.get(id), lineValues?.get(id)];
  if (mark) signs.push({ at, mark });
  if (valued) texts.push({ at, text: valued.text, rank: 3 });
  else if (flows && Math.hypot(a[0] - b[0], a[1] - b[1]) > MW_FROM)
    texts.push({ at, text: power(Math.abs(flows[i] ?? Number.NaN)), rank: 1 });
}
