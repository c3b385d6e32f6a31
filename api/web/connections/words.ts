/** Submission of a study from typed text, and words and chart of its results (pure). */
import type { EChartsCoreOption } from 'echarts/core';
import type { Connections, StudyBody } from '../../client/runs.ts';
import { plain } from '../parts/format.ts';

export type Candidate = Connections['candidates'][number];
type Interval = Pick<Candidate['firm_mw'], 'at_least' | 'at_most'>;
interface Level extends Interval {
  /** Hours in which the connection may be reduced. */
  readonly hours: number;
}

/** Fields of the form -> initial text. The names are those of the fields in the submission. */
export const TYPED = { 'candidates.buses': '', max_mw: '', days: '1', start: '', flexible_hours: '' };
type Typed = Readonly<Record<keyof typeof TYPED, string>>;

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** Buses from a text such as `3, 8` or `area North`; empty for all buses. */
function busesOf(text: string): 'all' | number[] | { area: string } {
  const buses = text.trim();
  const area = /^area\s/i.test(buses) ? buses.slice('area'.length).trim() : undefined;
  return area === undefined ? (buses ? numbersIn(buses) : 'all') : { area };
}

export const studyBody = (
  { 'candidates.buses': buses, max_mw, days, start, flexible_hours }: Typed,
  { kind, ...rest }: Pick<StudyBody, 'network_id' | 'n_1' | 'include_reserves'> & Pick<Candidate, 'kind'>,
): StudyBody => ({
  ...rest,
  candidates: { kind, buses: busesOf(buses) },
  max_mw: Number(max_mw),
  days: Number(days),
  ...(start && { start }),
  flexible_hours: numbersIn(flexible_hours),
});

export const levelsOf = ({ firm_mw, flexible_mw }: Candidate): readonly Level[] => [
  { hours: 0, ...firm_mw },
  ...flexible_mw,
];

/** An interval: `98.2–99 MW`; a single number if its ends look the same. */
export const mwText = ({ at_least, at_most }: Interval): string =>
  `${[...new Set([at_least, at_most].map(plain))].join('–')} MW`;

type Limit = Pick<Candidate['binding'][number], 'kind' | 'id' | 'contingency'>;
/** A limit: `line 7 after L3`. */
export const limitText = ({ kind, id, contingency }: Limit): string =>
  [kind, id, ...(contingency === null ? [] : ['after', contingency])]
    .filter((word) => word !== null)
    .join(' ');

/** Candidates of one kind, by bus or by firm MW; `-` before the name of the order reverses it. */
export function sorted(candidates: readonly Candidate[], order = 'bus'): Candidate[] {
  const rankOf = ({ bus, firm_mw }: Candidate) => (order.endsWith('firm') ? firm_mw.at_least : bus);
  const sign = order.startsWith('-') ? -1 : 1;
  return candidates.toSorted((a, b) => sign * (rankOf(a) - rankOf(b)));
}

/**
 * Curve of MW against hours of reduction. More hours never serve less, so between two numbers of hours the lower bound
 * of the smaller and the upper bound of the larger hold.
 */
export const curveOf = (levels: readonly Level[]): EChartsCoreOption => ({
  grid: { left: 8, right: 24, top: 40, bottom: 36, containLabel: true },
  legend: { top: 0 },
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'value', name: 'Hours of reduction', nameLocation: 'middle', nameGap: 26, minInterval: 1 },
  yAxis: {
    ...{ type: 'value', name: 'MW', axisLabel: { showMinLabel: false } },
    // Below the curve by a tenth, so that a narrow interval looks narrow.
    min: Math.floor(0.9 * Math.min(...levels.map(({ at_least }) => at_least))),
  },
  series: (
    [
      ['At least, by a schedule', 'at_least', 'end'],
      ['At most, by a proof', 'at_most', 'start'],
    ] as const
  ).map(([name, end, step]) => ({
    ...{ type: 'line', name, step, symbolSize: 8 },
    data: levels.map((level) => [level.hours, level[end]]),
  })),
});
