/** Pictures of a schedule as SVG: what runs, by kind of generation, and what it costs at the margin. */
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import { FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit, UNSERVED_COLOR } from '../client/fuels.ts';
import { type Html, html } from './html.ts';

const WIDTH = 960;
const HEIGHT = 240;
/** Room for the words of the axis. */
const LEFT = 70;
const BOTTOM = 20;

interface Layer {
  readonly text: string;
  readonly color: string;
  readonly mw: readonly number[];
}

const add = (sum: readonly number[], series: readonly number[] | undefined): number[] =>
  sum.map((value, at) => value + (series?.[at] ?? 0));

/** MW of each kind in the order of every chart, then load that is not served. */
function layersOf(payload: SolvePayload, result: SolveResult): Layer[] {
  const nothing = Array.from({ length: payload.horizon }, () => 0);
  const sums = new Map<Kind, number[]>();
  const put = (kind: Kind, series: readonly number[] | undefined): void => {
    sums.set(kind, add(sums.get(kind) ?? nothing, series));
  };
  for (const unit of payload.generators) put(kindOfUnit(unit), result.dispatch_mw[unit.name]);
  for (const item of payload.renewables ?? []) put(kindOfRenewable(item), result.renewable_mw?.[item.name]);
  for (const { discharge_mw } of Object.values(result.storage ?? {})) put('storage', discharge_mw);
  const unserved = Object.values(result.unserved_mw ?? {}).reduce(add, nothing);
  const kinds = FUEL_KINDS.map(({ kind, text, color }) => ({ text, color, mw: sums.get(kind) ?? [] }));
  const layers = [...kinds, { text: 'Not served', color: UNSERVED_COLOR, mw: unserved }];
  return layers.filter(({ mw }) => mw.some((value) => value > 0));
}

export function dispatchChart(payload: SolvePayload, result: SolveResult): Html {
  const layers = layersOf(payload, result);
  const { horizon } = payload;
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  const total = hours.map((hour) => layers.reduce((sum, { mw }) => sum + Math.max(0, mw[hour] ?? 0), 0));
  const scale = scaleOf(horizon, 0, Math.max(...total, 1));
  const below = hours.map(() => 0);
  const bars = layers.map(({ color, mw }) => {
    const steps = hours.map((hour) => {
      const from = below[hour] ?? 0;
      const to = from + Math.max(0, mw[hour] ?? 0);
      below[hour] = to;
      const [x, next] = [scale.x(hour), scale.x(hour + 1)];
      return `M${x} ${scale.y(from)}H${next}V${scale.y(to)}H${x}Z`;
    });
    return html`<path fill="${color}" d="${steps.join('')}"/>`;
  });
  const legend = layers.map(
    ({ text, color }) =>
      html`<li><svg width="12" height="12"><rect width="12" height="12" fill="${color}"/></svg> ${text}</li>`,
  );
  return html`${picture('Output by kind of generation', 'MW', scale, bars)}<ul class="legend">${legend}</ul>`;
}

/** The mean over all buses, and the range between the cheapest and the dearest. */
export function priceChart(result: SolveResult): Html {
  const buses = Object.values(result.lmp);
  const hours = (buses[0] ?? []).map((_, hour) => buses.map((series) => series[hour] ?? 0));
  if (hours.length === 0) return html`<p>The result has no prices.</p>`;
  const lines = {
    least: hours.map((values) => values.reduce((a, b) => Math.min(a, b))),
    mean: hours.map((values) => values.reduce((a, b) => a + b, 0) / values.length),
    most: hours.map((values) => values.reduce((a, b) => Math.max(a, b))),
  };
  const scale = scaleOf(hours.length, Math.min(0, ...lines.least), Math.max(...lines.most, 1));
  const steps = (values: readonly number[]) =>
    values.map((value, hour) => `${scale.x(hour)},${scale.y(value)} ${scale.x(hour + 1)},${scale.y(value)}`);
  const range = [...steps(lines.most), ...steps(lines.least).reverse().map(turned)];
  const drawn = [
    html`<polygon class="range" points="${range.join(' ')}"/>`,
    html`<polyline class="line" points="${steps(lines.mean).join(' ')}"/>`,
  ];
  return picture('Price: mean of all buses, and their range', '$/MWh', scale, drawn);
}

/** The two ends of a step, from right to left. */
const turned = (step: string): string => step.split(' ').reverse().join(' ');

interface Scale {
  readonly least: number;
  readonly most: number;
  readonly hours: number;
  x(hour: number): number;
  y(value: number): number;
}

function scaleOf(hours: number, least: number, most: number): Scale {
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return {
    least,
    most,
    hours,
    x: (hour) => rounded(LEFT + ((WIDTH - LEFT) * hour) / hours),
    y: (value) => rounded((HEIGHT - BOTTOM) * (1 - (value - least) / (most - least)) + 5),
  };
}

function picture(title: string, unit: string, scale: Scale, drawn: readonly Html[]): Html {
  const { least, most, hours, x, y } = scale;
  const marks = [least, (least + most) / 2, most].map(
    (value) =>
      html`<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${Number(value.toPrecision(3)).toLocaleString('en')}</text>
<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/>`,
  );
  const names = [0, Math.floor(hours / 2), hours].map(
    (hour) =>
      html`<text x="${x(hour)}" y="${HEIGHT + 6}" text-anchor="${hour === hours ? 'end' : 'start'}">${hour}</text>`,
  );
  return html`<figure><figcaption>${title}, ${unit}, by interval</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 10}" role="img" aria-label="${title}">${drawn}${marks}${names}</svg></figure>`;
}
