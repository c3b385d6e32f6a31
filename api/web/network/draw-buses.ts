/** Draws buses: filled by their value, in a ring of their units by kind; where they are near each other, areas are named. */
import { colorOf as colorOfKind } from '../../client/fuels.ts';
import { colorOf, css } from '../charts/color-scale.ts';
import { IDLE, type Labels, type Scene, THIN_BELOW } from './look.ts';
import { pointOf } from './scene.ts';

/** Pixels between neighbours: fewer have no room for rings; below the other, areas are named. */
const RINGS_FROM = 16;
const AREAS_BELOW = 40;
/** Smaller ones are squares, which are drawn faster. */
const ROUND_FROM = 2.5;
/** Buses that may have a name where buses are near each other. */
const NAMED = 200;
/** Steps of colour, so that buses of one colour are one path. */
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
    label(labels, scene, i, { x, y, radius, rank });
  }
  strokeDiscs(context, discs, size > 3 ? scene.ink.text : '');
  if (view.zoom < AREAS_BELOW) nameAreas(scene, labels);
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** 0 for that of the largest units. */
  readonly rank: number;
}

function label({ texts, signs, taken }: Labels, scene: Scene, i: number, { x, y, radius, rank }: Spot): void {
  const { id = '' } = scene.network.buses[i] ?? {};
  const mark = scene.busMarks?.get(id);
  if (mark) signs.push({ at: [x + radius + 6, y - radius - 4], mark });
  if (scene.view.zoom >= RINGS_FROM) taken.push([x, y, radius - 2]);
  const isSelected = scene.selected?.kind === 'bus' && scene.selected.id === id;
  const own = isSelected ? 9 : mark ? 8 : 2 - rank / scene.network.buses.length;
  if (own > 2 || rank < NAMED || scene.view.zoom >= THIN_BELOW)
    texts.push({ at: [x, y + radius + 8], text: id, rank: own });
}

function strokeDiscs(
  context: CanvasRenderingContext2D,
  discs: ReadonlyMap<string, Path2D>,
  edge: string,
): void {
  context.lineWidth = 1;
  context.strokeStyle = edge;
  for (const [fill, path] of discs) {
    context.fillStyle = fill;
    context.fill(path);
    if (edge) context.stroke(path);
  }
}

function fillOf({ values, scale }: Scene, i: number): string {
  const value = values?.[i] ?? Number.NaN;
  if (!scale || Number.isNaN(value)) return IDLE;
  const step = (scale.high - scale.low) / STEPS;
  return css(colorOf(scale, Math.round(value / step) * step));
}

/** Kinds of units by their capacity, from the top; the radius of it, which is `size` without units. */
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

/** Each area in the middle of its buses; a network of one area needs no name. */
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
