/** Charts of a schedule as SVG: output by kind of generation, and prices. */

import { meanPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit, UNSERVED_COLOR } from '../fuels.ts';
import { periodNames } from '../period-names.ts';
import { type Html, html } from './html.ts';

const WIDTH = 960;
const HEIGHT = 240;
/** Width of the axis labels, px. */
const LEFT = 70;
const BOTTOM = 20;

type Series = readonly number[];
/** Area between two step series; drawn as a line if the series are equal. */
interface Area {
  readonly text: string;
  readonly color: string;
  readonly from: Series;
  readonly to: Series;
}

const add = (sum: Series, series: Series = []): Series =>
  sum.map((value, at) => value + Math.max(0, series[at] ?? 0));

/** Chart of output by kind of generation, stacked in the order of every chart, with load not served on top. */
export function dispatchChart(payload: SolvePayload, result: SolveResult): Html {
  const nothing: Series = Array.from({ length: payload.horizon }, () => 0);
  const sums = new Map<Kind, Series>();
  const put = (kind: Kind, series: Series | undefined) =>
    sums.set(kind, add(sums.get(kind) ?? nothing, series));
  for (const unit of payload.generators) put(kindOfUnit(unit), result.dispatch_mw[unit.name]);
  for (const item of payload.renewables ?? []) put(kindOfRenewable(item), result.renewable_mw?.[item.name]);
  for (const { discharge_mw } of Object.values(result.storage ?? {})) put('storage', discharge_mw);
  const unserved = Object.values(result.unserved_mw ?? {}).reduce<Series>(add, nothing);
  const kinds = FUEL_KINDS.map(({ kind, text, color }) => ({ text, color, mw: sums.get(kind) ?? [] }));
  let below = nothing;
  const areas = [...kinds, { text: 'Not served', color: UNSERVED_COLOR, mw: unserved }]
    .filter(({ mw }) => mw.some((value) => value > 0))
    .map(({ text, color, mw }): Area => {
      const from = below;
      below = add(below, mw);
      return { text, color, from, to: below };
    });
  return chart(payload, 'Output by kind of generation', 'MW', areas);
}

export function priceChart(payload: SolvePayload, { lmp, prices }: SolveResult): Html {
  const buses = Object.values(lmp);
  const hours = (buses[0] ?? []).map((_, hour) => buses.map((series) => series[hour] ?? 0));
  if (hours.length === 0) return html`<p>The result has no prices.</p>`;
  const mean = hours.map((_, hour) => meanPrice(payload.loads, lmp, { from: hour, to: hour + 1 }) ?? 0);
  const least = hours.map((values) => values.reduce((a, b) => Math.min(a, b)));
  const most = hours.map((values) => values.reduce((a, b) => Math.max(a, b)));
  return chart(payload, prices === 'approximate' ? '≈ Price' : 'Price', '$/MWh', [
    { text: 'Range of all buses', color: 'var(--edge)', from: least, to: most },
    { text: 'Mean, load-weighted', color: 'var(--line)', from: mean, to: mean },
  ]);
}

function chart(payload: SolvePayload, title: string, unit: string, areas: readonly Area[]): Html {
  const { tick } = periodNames(payload);
  const hours = areas[0]?.to.length ?? 1;
  const values = areas.flatMap(({ from, to }) => [...from, ...to]);
  const [least, most] = [
    values.reduce((a, b) => Math.min(a, b), 0),
    values.reduce((a, b) => Math.max(a, b), 1),
  ];
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  const x = (hour: number) => rounded(LEFT + ((WIDTH - LEFT) * hour) / hours);
  const y = (value: number) => rounded(5 + (HEIGHT - BOTTOM) * (1 - (value - least) / (most - least)));
  const drawn = areas.map(({ color, from, to }) => {
    const there = to.map((value, hour) => `V${y(value)}H${x(hour + 1)}`);
    const back = from.map((value, hour) => `V${y(value)}H${x(hour)}`).reverse();
    const way = `M${LEFT} ${y(to[0] ?? 0)}${there.join('')}${back.join('')}Z`;
    const edge = from === to ? color : 'none';
    return html`<path fill="${color}" stroke="${edge}" d="${way}"/>\n`;
  });
  const marks = [least, (least + most) / 2, most].map(
    (value) =>
      html`<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${Number(value.toPrecision(3)).toLocaleString('en')}</text>
<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/>`,
  );
  const names = [0, Math.floor(hours / 2), hours].map(
    (hour) =>
      html`<text x="${x(hour)}" y="${HEIGHT + 6}" text-anchor="${hour === hours ? 'end' : 'start'}">${tick(hour)}</text>`,
  );
  const legend = areas.map(
    ({ text, color }) =>
      html`<li><svg width="12" height="12"><rect width="12" height="12" fill="${color}"/></svg> ${text}</li>`,
  );
  return html`<figure><figcaption>${title}, ${unit}, by interval</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 10}" role="img" aria-label="${title}">${drawn}${marks}${names}</svg></figure>
<ul class="legend">${legend}</ul>`;
}
