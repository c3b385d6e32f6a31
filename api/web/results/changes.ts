/** Differences between two schedules: rows that differ, and parts of the objective. Pure. */
import type { EChartsCoreOption } from 'echarts/core';
import { money } from '../parts/format.ts';
import { type Matrix, matrixOf, rowsOf } from './matrix.ts';
import type { Diff } from './pack.ts';

export const changedRows = (matrix: Matrix): Matrix =>
  matrixOf(rowsOf(matrix).filter(([, values]) => values.some((value) => value !== 0)));

/** Largest changes in an hour, largest first. Values below `least` are rounding errors and omitted. */
export const mostAt = (matrix: Matrix, hour: number, most: number, least: number) =>
  rowsOf(matrix)
    .map(([name, values]) => ({ name, value: values[hour] ?? 0 }))
    .filter(({ value }) => Math.abs(value) >= least)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, most);

/** Setting of a job that is not part of its case -> value. */
export type JobSettings = Readonly<Record<string, string>>;

/** Settings that differ between the jobs, with their values. */
export const settingsOf = (jobs: readonly JobSettings[]): JobSettings =>
  Object.fromEntries(
    Object.keys(jobs[0] ?? {}).flatMap((name) => {
      const values = jobs.map((settings) => settings[name] ?? '');
      return new Set(values).size > 1 ? [[name, values.join('; ')]] : [];
    }),
  );

type Sides = Pick<Diff, 'dispatch_mw' | 'notes' | 'only_in_first' | 'only_in_second'>;

/** Reason why two schedules cannot be compared: they share fewer than half of their units. Undefined if they can. */
export function whyNotAlike({ dispatch_mw, notes, ...sides }: Sides): string | undefined {
  const common = dispatch_mw.names.length;
  const all = common + sides.only_in_first.generators.length + sides.only_in_second.generators.length;
  // Different lengths of intervals alone are no such reason: the units may be the same.
  if (2 * common >= all) return undefined;
  return [`they share ${common} of ${all} units`, ...notes].join('. ').concat('.');
}

interface Step {
  readonly name: string;
  /** Change, $. */
  readonly change: number;
  /** Value at which the bar begins: sum of the previous changes, $. */
  readonly from: number;
}

const PARTS = [
  ['energy', 'Energy'],
  ['no_load', 'No-load'],
  ['startup', 'Starts'],
  ['shutdown', 'Stops'],
  ['penalties', 'Penalties'],
  ['stored_value', 'Stored energy'],
  ['bid_value', 'Demand of bids'],
] as const;
/**
 * Parts of the objective that are shown only if they differ between the schedules: in most cases, they are 0 in both.
 */
const SELDOM: ReadonlySet<string> = new Set(['shutdown', 'stored_value', 'bid_value']);

/**
 * Steps of a waterfall chart: the changes of the parts, each beginning where the previous one ends; then the change of
 * the objective, which begins at zero.
 */
export function bridgeOf(cost: Diff['cost']): Step[] {
  const steps: Step[] = [];
  let at = 0;
  for (const [part, name] of PARTS) {
    // The value of stored energy and the value of demand are subtracted in the objective.
    const change = part.endsWith('_value') ? -(cost[part] ?? 0) : cost[part];
    if (change === null || (change === 0 && SELDOM.has(part))) continue;
    steps.push({ name, change, from: at });
    at += change;
  }
  return [...steps, { name: 'Objective', change: cost.objective ?? at, from: 0 }];
}

const TICKS = 5;

/** `size`, rounded up to 1, 2 or 5 times a power of ten; at least $1, the precision of the axis. */
export function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, size)));
  return ([1, 2, 5].find((each) => each * power >= size) ?? 10) * power;
}

/** Waterfall chart. A visible bar is drawn on top of a transparent bar, so all values are shifted above zero. */
export function bridgeChart(steps: readonly Step[]): EChartsCoreOption {
  const ends = steps.flatMap(({ from, change }) => [from, from + change]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const step = roundStep((most - least) / TICKS);
  const base = Math.floor((least - step / 2) / step) * step;
  const max = Math.ceil((most - base + step / 2) / step) * step;
  return {
    grid: { left: 8, right: 8, top: 24, bottom: 8, containLabel: true },
    xAxis: { type: 'category', data: steps.map(({ name }) => name) },
    yAxis: {
      type: 'value',
      min: 0,
      max,
      interval: step,
      axisLabel: { formatter: (value: number) => money(value + base) },
    },
    tooltip: { show: false },
    series: [
      {
        type: 'bar',
        stack: 'bridge',
        silent: true,
        itemStyle: { color: 'transparent' },
        data: steps.map(({ from, change }) => Math.min(from, from + change) - base),
      },
      {
        type: 'bar',
        stack: 'bridge',
        labelLayout: { hideOverlap: true },
        label: {
          show: true,
          position: 'top',
          formatter: ({ dataIndex }: { dataIndex: number }) => signed(steps[dataIndex]),
        },
        data: steps.map(({ change }) => ({
          value: Math.abs(change),
          itemStyle: { color: change > 0 ? '#d55e00' : '#009e73' },
        })),
      },
    ],
  };
}

const signed = (step: Step | undefined): string =>
  `${(step?.change ?? 0) > 0 ? '+' : ''}${money(step?.change)}`;
