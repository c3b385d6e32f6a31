/** Data of a network drawing, view transformation and hit testing (pure). */
import type { Kind } from '../../client/fuels.ts';
import type { ColorScale } from '../charts/color-scale.ts';
import type { Graph, Places } from './layout.ts';

export interface DrawnUnit {
  readonly name: string;
  readonly kind: Kind;
  /** True if the kind of the unit is a guess, because the unit has no known fuel. */
  readonly isGuessed?: boolean;
  /** Capacity of the unit, MW. */
  readonly mw: number;
}

/** Name, area and coordinates of a bus from the stored network. */
export interface BusPlace {
  readonly name?: string | undefined;
  readonly area?: string | undefined;
  /** Latitude, degrees. The next field: longitude. A bus without coordinates is placed by its neighbours. */
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** True if at least half of the buses have coordinates. */
export const isMapped = (buses: readonly BusPlace[]): boolean =>
  buses.length > 0 &&
  2 * buses.filter(({ latitude, longitude }) => latitude !== undefined && longitude !== undefined).length >=
    buses.length;

interface DrawnBus extends BusPlace {
  readonly id: string;
  /** Units at the bus, drawn as a ring by kind. */
  readonly units?: readonly DrawnUnit[];
}

interface DrawnLine {
  readonly id: string;
  /** Id of the bus at the first end. The next field: id of the bus at the other end. */
  readonly from: string;
  readonly to: string;
  /** Largest rating over all hours, MW; it sets the width of the line. */
  readonly rating?: number | undefined;
}

/** Mark of a line or bus, drawn as a symbol and a colour. */
export type Mark = 'binding' | 'overloaded' | 'lost' | 'error' | 'warning';

export interface Element {
  readonly kind: 'bus' | 'line';
  readonly id: string;
}

export interface Network {
  readonly buses: readonly DrawnBus[];
  readonly lines: readonly DrawnLine[];
}

/** Values for the hour that is shown. */
export interface Shown {
  /** Value per bus. */
  readonly values?: ArrayLike<number> | undefined;
  readonly scale?: ColorScale | undefined;
  /** Loading per line: 1 at its rating; NaN without a rating. */
  readonly loadings?: ArrayLike<number> | undefined;
  /** Flow per line from its first to its second bus, MW. */
  readonly flows?: ArrayLike<number> | undefined;
  readonly lineMarks?: ReadonlyMap<string, Mark> | undefined;
  /** Values of highlighted lines; `scale` gives their colours. */
  readonly lineValues?: ReadonlyMap<string, { readonly value: number; readonly text: string }> | undefined;
  readonly busMarks?: ReadonlyMap<string, Mark> | undefined;
  readonly selected?: Element | undefined;
}

/** Transformation from layout coordinates to screen pixels. */
export interface View {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
}

/** A line between its two buses; parallel lines are drawn side by side. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Side of the line: 0 for the first line between two buses; 1, -1, 2, ... for lines parallel to it. */
  readonly beside: number;
}

/** Segments in the order of the lines; an unknown bus has the number -1. */
export function segmentsOf({ buses, lines }: Network): Segment[] {
  const numbers = new Map(buses.map(({ id }, i) => [id, i]));
  const between = new Map<string, number>();
  return lines.map(({ from, to }) => {
    const [a, b] = [numbers.get(from) ?? -1, numbers.get(to) ?? -1];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const nth = between.get(key) ?? 0;
    between.set(key, nth + 1);
    const side = Math.ceil(nth / 2) * (nth % 2 === 0 ? 1 : -1);
    return { from: a, to: b, beside: a < b ? side : -side };
  });
}

/** Pairs of connected buses, sorted so that the layout does not depend on the order of the lines. */
export const edgesOf = (segments: readonly Segment[]): Graph['edges'] =>
  segments
    .filter(({ from, to }) => from >= 0 && to >= 0)
    .map(({ from, to }): [number, number] => (from < to ? [from, to] : [to, from]))
    .sort(([a, b], [c, d]) => a - c || b - d);

const MARGIN = 28;

/** View that shows the whole network, centred. */
export function wholeView({ x, y }: Places, width: number, height: number): View {
  const right = x.reduce((a, b) => Math.max(a, b), 0);
  const bottom = y.reduce((a, b) => Math.max(a, b), 0);
  const zoom = Math.min((width - 2 * MARGIN) / (right || 1), (height - 2 * MARGIN) / (bottom || 1), 160);
  return { zoom, left: (width - right * zoom) / 2, top: (height - bottom * zoom) / 2 };
}

/** Largest zoom relative to the view of the whole network. The next constant: smallest zoom. */
const NEAREST = 60;
const FARTHEST = 0.6;

/** View after zooming around `x`, `y`, within the zoom limits. */
export function zoomed(view: View, zoomFactor: number, [x, y]: Point, whole: View): View {
  const zoom = Math.min(
    Math.max(whole.zoom * NEAREST, 200),
    Math.max(whole.zoom * FARTHEST, view.zoom * zoomFactor),
  );
  const factor = zoom / view.zoom;
  return { zoom, left: x - (x - view.left) * factor, top: y - (y - view.top) * factor };
}

/** Numbers of the buses at the ends of a line; for a bus, its number twice. Undefined if the element is not drawn. */
export function busesOf({ buses, lines }: Network, segments: readonly Segment[], { kind, id }: Element) {
  const at = (kind === 'bus' ? buses : lines).findIndex((each) => each.id === id);
  const { from = -1, to = -1 } = kind === 'bus' ? { from: at, to: at } : (segments[at] ?? {});
  return from < 0 || to < 0 ? undefined : ([from, to] as const);
}

/** Position of a bus, or of the middle of a line; undefined if the element is not drawn. */
export function placeOf(
  network: Network,
  segments: readonly Segment[],
  places: Places,
  element: Element,
): Point | undefined {
  const ends = busesOf(network, segments, element);
  if (!ends) return undefined;
  const [from, to] = ends;
  const middle = (values: Float64Array): number => ((values[from] ?? 0) + (values[to] ?? 0)) / 2;
  return [middle(places.x), middle(places.y)];
}

export type Point = readonly [x: number, y: number];

export const pointOf = ({ x, y }: Places, { zoom, left, top }: View, bus: number): Point => [
  left + (x[bus] ?? 0) * zoom,
  top + (y[bus] ?? 0) * zoom,
];

/** Distance between parallel lines, px. */
const SIDE = 7;

/** Positions on the screen of the ends of a line, shifted to its side of parallel lines. */
export function endsOf(places: Places, view: View, { from, to, beside }: Segment): readonly [Point, Point] {
  const [a, b] = [pointOf(places, view, from), pointOf(places, view, to)];
  if (beside === 0) return [a, b];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [((a[1] - b[1]) / length) * SIDE * beside, ((b[0] - a[0]) / length) * SIDE * beside];
  return [
    [a[0] + dx, a[1] + dy],
    [b[0] + dx, b[1] + dy],
  ];
}

const NEAR_BUS = 12;
const NEAR_LINE = 8;

/** Bus or line at a point of the screen; buses take precedence. */
export function elementAt(
  network: Network,
  drawn: { readonly places: Places; readonly view: View; readonly segments: readonly Segment[] },
  at: Point,
): Element | undefined {
  const { places, view, segments } = drawn;
  const bus = nearest(network.buses.length, NEAR_BUS, (i) => {
    const [x, y] = pointOf(places, view, i);
    return Math.hypot(x - at[0], y - at[1]);
  });
  const id = network.buses[bus]?.id;
  if (id !== undefined) return { kind: 'bus', id };
  const line = nearest(segments.length, NEAR_LINE, (i) => {
    const segment = segments[i];
    return segment ? fromSegment(at, endsOf(places, view, segment)) : Number.POSITIVE_INFINITY;
  });
  const lineId = network.lines[line]?.id;
  return lineId === undefined ? undefined : { kind: 'line', id: lineId };
}

function nearest(count: number, within: number, distance: (i: number) => number): number {
  let closest = -1;
  let least = within;
  for (let i = 0; i < count; i += 1) {
    const current = distance(i);
    if (current >= least) continue;
    closest = i;
    least = current;
  }
  return closest;
}

function fromSegment([x, y]: Point, [a, b]: readonly [Point, Point]): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - along * dx, y - a[1] - along * dy);
}
/** Name to search for -> element. The name of a unit stands for its bus. */
export function elementsOf({ buses, lines }: Network): ReadonlyMap<string, Element> {
  const elements = new Map<string, Element>();
  for (const { id, name } of buses)
    elements.set(name ? `bus ${id} ${name}` : `bus ${id}`, { kind: 'bus', id });
  for (const { id } of lines) elements.set(`line ${id}`, { kind: 'line', id });
  for (const { id, units = [] } of buses)
    for (const { name } of units) elements.set(`unit ${name}`, { kind: 'bus', id });
  return elements;
}

/** Maximum number of suggestions that are shown. */
const SHOWN = 12;

/** Names that contain the text. Names with a word that begins with the text come first. */
export function found(elements: ReadonlyMap<string, Element>, text: string): string[] {
  const query = text.trim().toLowerCase();
  const [first, later]: [string[], string[]] = [[], []];
  for (const name of elements.keys()) {
    const lowerName = name.toLowerCase();
    if (!query || lowerName.startsWith(query) || lowerName.includes(` ${query}`)) first.push(name);
    else if (lowerName.includes(query)) later.push(name);
    if (first.length === SHOWN) break;
  }
  return [...first, ...later].slice(0, SHOWN);
}
