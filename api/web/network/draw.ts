/** Draws a network on a canvas: lines by their loading, buses by their value, marks by a sign and a colour. */
import { colorOf, css } from '../charts/color-scale.ts';
import type { Places } from './layout.ts';
import {
  endsOf,
  type Mark,
  type Network,
  type Point,
  pointOf,
  type Segment,
  type Shown,
  type View,
} from './scene.ts';

export interface Scene extends Shown {
  readonly network: Network;
  readonly segments: readonly Segment[];
  readonly places: Places;
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly ink: { readonly text: string; readonly line: string; readonly back: string };
}

const SIGNS: Readonly<
  Record<Mark, { readonly sign: string; readonly color: string; readonly dash: number[] }>
> = {
  binding: { sign: '▲', color: '#d55e00', dash: [] },
  overloaded: { sign: '!', color: '#d1001f', dash: [6, 3] },
  lost: { sign: '✕', color: '#7b6fd0', dash: [3, 5] },
  error: { sign: '!', color: '#d1001f', dash: [] },
  warning: { sign: '?', color: '#b36b00', dash: [] },
};
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  binding: 'at its limit',
  overloaded: 'over its limit',
  lost: 'lost in the contingency',
  error: 'error',
  warning: 'warning',
};
export const signOf = (mark: Mark): string => SIGNS[mark].sign;
export const colorOfMark = (mark: Mark): string => SIGNS[mark].color;

const IDLE = '#8794a3';
const SELECTED = '#e0115f';
/** A bus of fewer pixels to its neighbours has no place for its name. */
const NAMES_FROM = 34;

export function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(scene.width * ratio);
  canvas.height = Math.round(scene.height * ratio);
  context.scale(ratio, ratio);
  context.lineCap = 'round';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawLines(context, scene);
  drawBuses(context, scene);
}

/** Lines of one look are one stroke: thousands are drawn at once. */
function drawLines(context: CanvasRenderingContext2D, scene: Scene): void {
  const { network, segments, loadings, lineMarks, lineValues, selected, places, view } = scene;
  const plain = new Map<number, Path2D>();
  const special: number[] = [];
  for (const [i, { id }] of network.lines.entries()) {
    const segment = segments[i];
    if (!segment || segment.from < 0 || segment.to < 0) continue;
    if (lineMarks?.has(id) || lineValues?.has(id) || (selected?.kind === 'line' && selected.id === id)) {
      special.push(i);
      continue;
    }
    const width = widthOf(loadings?.[i]);
    const path = plain.get(width) ?? new Path2D();
    plain.set(width, path);
    strokeInto(path, endsOf(places, view, segment));
  }
  context.strokeStyle = IDLE;
  for (const [width, path] of plain) {
    context.lineWidth = width;
    context.stroke(path);
  }
  for (const i of special) drawSpecial(context, scene, i);
}

function strokeInto(path: Path2D, [a, b]: readonly [Point, Point]): void {
  path.moveTo(a[0], a[1]);
  path.lineTo(b[0], b[1]);
}

/** Pixels, in steps: 1 when idle, 6 at the rating. */
const widthOf = (loading: number | undefined): number =>
  loading === undefined || Number.isNaN(loading) ? 1 : Math.round(1 + 5 * Math.min(1.2, loading));

function drawSpecial(context: CanvasRenderingContext2D, scene: Scene, i: number): void {
  const { network, segments, lineMarks, lineValues, scale, loadings, selected, places, view } = scene;
  const [line, segment] = [network.lines[i], segments[i]];
  if (!line || !segment) return;
  const mark = lineMarks?.get(line.id);
  const valued = lineValues?.get(line.id);
  const path = new Path2D();
  const ends = endsOf(places, view, segment);
  strokeInto(path, ends);
  if (selected?.kind === 'line' && selected.id === line.id) {
    context.strokeStyle = SELECTED;
    context.lineWidth = widthOf(loadings?.[i]) + 6;
    context.stroke(path);
  }
  const color = valued && scale ? css(colorOf(scale, valued.value)) : IDLE;
  context.strokeStyle = mark ? SIGNS[mark].color : color;
  context.lineWidth = Math.max(valued ? 5 : 3, widthOf(loadings?.[i]));
  context.setLineDash(mark ? SIGNS[mark].dash : []);
  context.stroke(path);
  context.setLineDash([]);
  const middle: Point = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
  if (mark) drawSign(context, scene, mark, middle);
  if (valued) drawText(context, scene, valued.text, middle);
}

function drawText(context: CanvasRenderingContext2D, { ink }: Scene, text: string, [x, y]: Point): void {
  context.font = '11px system-ui, sans-serif';
  context.lineWidth = 3;
  context.strokeStyle = ink.back;
  context.strokeText(text, x, y);
  context.fillStyle = ink.text;
  context.fillText(text, x, y);
}

function drawSign(context: CanvasRenderingContext2D, { ink }: Scene, mark: Mark, [x, y]: Point): void {
  context.beginPath();
  context.arc(x, y, 8, 0, 2 * Math.PI);
  context.fillStyle = ink.back;
  context.fill();
  context.fillStyle = SIGNS[mark].color;
  context.font = 'bold 12px system-ui, sans-serif';
  context.fillText(SIGNS[mark].sign, x, y);
}

function drawBuses(context: CanvasRenderingContext2D, scene: Scene): void {
  const { network, places, view, width, height, busMarks } = scene;
  const size = Math.min(9, Math.max(1.5, view.zoom / 6));
  const hasNames = view.zoom >= NAMES_FROM;
  for (const [i, bus] of network.buses.entries()) {
    const [x, y] = pointOf(places, view, i);
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    drawBus(context, scene, i, size);
    const mark = busMarks?.get(bus.id);
    if (mark) drawSign(context, scene, mark, [x + size + 6, y - size - 4]);
    if (hasNames) drawText(context, scene, bus.id, [x, y + size + 8]);
  }
}

function drawBus(context: CanvasRenderingContext2D, scene: Scene, i: number, size: number): void {
  const { network, places, view, values, scale, selected, ink } = scene;
  const bus = network.buses[i];
  const [x, y] = pointOf(places, view, i);
  const value = values?.[i];
  const isSelected = selected?.kind === 'bus' && selected.id === bus?.id;
  context.beginPath();
  if (bus?.hasUnits) context.rect(x - size, y - size, 2 * size, 2 * size);
  else context.arc(x, y, size, 0, 2 * Math.PI);
  context.fillStyle =
    scale && value !== undefined && !Number.isNaN(value) ? css(colorOf(scale, value)) : IDLE;
  context.fill();
  context.lineWidth = isSelected ? 4 : 1;
  context.strokeStyle = isSelected ? SELECTED : ink.text;
  if (size > 3 || isSelected) context.stroke();
}
