/** Violations in a schedule, as figures and sentences: even an optimal schedule may leave load unserved. */
import type { Series, SolveResult, Verdict } from '../messages/result.ts';
import { periodName } from './interval-words.ts';
import { intervalsPerHour } from './intervals.ts';
import { rounded } from './rounded.ts';

export interface Shortfall {
  readonly kind: 'unserved' | 'reserve_short' | 'limits_exceeded' | 'interfaces_exceeded' | 'curtailed';
  readonly energy_mwh: number;
  /** Largest shortfall of one element in one hour, MW. */
  readonly most_mw: number;
  /** Number of hours, or intervals, with a shortfall, and the first of these hours. */
  readonly hours: number;
  readonly first_hour: number;
  /** Number of elements with a shortfall, and the element with the largest one. */
  readonly elements: number;
  readonly largest: string;
}

type ShortfallFields = Pick<
  SolveResult,
  | 'unserved_mw'
  | 'reserve_shortfall_mw'
  | 'overflow_mw'
  | 'interface_overflow_mw'
  | 'curtailment_mw'
  | 'emission_excess_t'
  | 'interval_minutes'
>;

const ALL_KEPT = 'All load is served; reserves and limits are kept.';
/** Least amount that counts as a violation, MW or t; smaller amounts are rounding. */
const LEAST = 1e-3;

const KINDS = [
  { kind: 'unserved', series: 'unserved_mw', many: 'buses' },
  { kind: 'reserve_short', series: 'reserve_shortfall_mw', many: 'products' },
  { kind: 'limits_exceeded', series: 'overflow_mw', many: 'lines' },
  { kind: 'interfaces_exceeded', series: 'interface_overflow_mw', many: 'interfaces' },
  { kind: 'curtailed', series: 'curtailment_mw', many: 'renewables' },
] as const;

export const shortfallsOf = (result: ShortfallFields): Shortfall[] =>
  KINDS.flatMap(({ kind, series }) => {
    const missing = missingIn(result[series] ?? {}, intervalsPerHour(result));
    return missing ? [{ kind, ...missing }] : [];
  });

function missingIn(series: Series, perHour: number): Omit<Shortfall, 'kind'> | undefined {
  const hours = new Set<number>();
  const energies: [name: string, mwh: number][] = [];
  let most = 0;
  for (const [name, values] of Object.entries(series)) {
    const missing = [...values.entries()].filter(([, mw]) => mw > LEAST);
    if (missing.length === 0) continue;
    energies.push([name, missing.reduce((sum, [, mw]) => sum + mw, 0) / perHour]);
    for (const [hour, mw] of missing) {
      hours.add(hour);
      most = Math.max(most, mw);
    }
  }
  const [largest] = energies.toSorted(([, a], [, b]) => b - a);
  return (
    largest && {
      energy_mwh: rounded(energies.reduce((sum, [, mwh]) => sum + mwh, 0)),
      most_mw: rounded(most),
      hours: hours.size,
      first_hour: Math.min(...hours),
      elements: energies.length,
      largest: largest[0],
    }
  );
}

export function verdictOf(result: ShortfallFields): Verdict {
  const shortfalls = shortfallsOf(result);
  const excess = result.emission_excess_t ?? 0;
  const broken = [
    ...shortfalls.filter(({ kind }) => kind !== 'curtailed').map((each) => sentence(each, result)),
    ...(excess > LEAST ? [`Emissions exceed their limit by ${said(excess)} t.`] : []),
  ];
  const curtailed = shortfalls.filter(({ kind }) => kind === 'curtailed');
  return {
    kept: broken.length === 0,
    sentences: [
      ...(broken.length === 0 ? [ALL_KEPT] : broken),
      ...curtailed.map((each) => sentence(each, result)),
    ],
  };
}

/** Total violations of a run over all its hours. */
interface RunTotals {
  readonly unserved_mwh: number;
  /** Number of hours with load not served. */
  readonly unserved_hours: number;
  readonly reserve_shortage_mwh: number;
  readonly overflow_mwh: number;
  readonly curtailed_mwh: number;
}

export function verdictOfRun(totals: RunTotals): Verdict {
  const { unserved_mwh, unserved_hours, reserve_shortage_mwh, overflow_mwh, curtailed_mwh } = totals;
  const sentenceOf = (mwh: number, what: string): string[] =>
    mwh > LEAST ? [`${said(mwh)} MWh of ${what}.`] : [];
  const hours = `${unserved_hours} ${unserved_hours === 1 ? 'hour' : 'hours'}`;
  const broken = [
    ...sentenceOf(unserved_mwh, `load not served in ${hours}`),
    ...sentenceOf(reserve_shortage_mwh, 'reserve short'),
    ...sentenceOf(overflow_mwh, 'flow above soft limits'),
  ];
  return {
    kept: broken.length === 0,
    sentences: [
      ...(broken.length === 0 ? [ALL_KEPT] : broken),
      ...sentenceOf(curtailed_mwh, 'output curtailed'),
    ],
  };
}

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const said = (value: number): string => (value < 0.01 ? value.toPrecision(1) : figures.format(value));

const exceeded =
  (noun: string) =>
  ({ most_mw, elements, largest }: Shortfall): string =>
    `${elements === 1 ? `${noun} ${largest} exceeds its soft limit` : `${noun}s exceed their soft limits`} by up to ${said(most_mw)} MW`;

/**
 * Kind of a shortfall -> text. The text names the element; if several elements have a shortfall, it gives their number
 * and names the element with the largest shortfall.
 */
const WHAT: Readonly<Record<Shortfall['kind'], (shortfall: Shortfall) => string>> = {
  unserved: ({ energy_mwh }) => `${said(energy_mwh)} MWh of load not served`,
  reserve_short: ({ energy_mwh, elements, largest }) =>
    `${elements === 1 ? `Reserve ${largest} falls` : 'Reserves fall'} ${said(energy_mwh)} MWh short`,
  limits_exceeded: exceeded('Line'),
  interfaces_exceeded: exceeded('Interface'),
  curtailed: ({ energy_mwh }) => `${said(energy_mwh)} MWh curtailed`,
};

function sentence(shortfall: Shortfall, { interval_minutes: minutes }: ShortfallFields): string {
  const { kind, hours, first_hour, elements, largest } = shortfall;
  const unit = (minutes ?? 60) === 60 ? 'hours' : 'intervals';
  const when = hours === 1 ? periodName(first_hour, minutes) : `${hours} ${unit}`;
  const many = KINDS.find((each) => each.kind === kind)?.many;
  const isNamed = kind !== 'unserved' && kind !== 'curtailed';
  const where = elements > 1 ? [`${elements} ${many}`, `most at ${largest}`] : isNamed ? [] : [largest];
  return `${WHAT[kind](shortfall)}: ${[when, ...where].join(', ')}.`;
}
