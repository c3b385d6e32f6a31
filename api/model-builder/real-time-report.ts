/** Real-time part of the report of a run: planned and actual figures, and the settlement of their difference. */
import { array, type InferType, number, object, string } from 'yup';
import { finite, quantity } from '../../temporal/case/elements/units.ts';
import {
  costFields,
  type SettledFigures,
  settledFields,
  undoneFields,
  type WindowPart,
} from '../../temporal/case/messages/window-part.ts';
import { createTally } from '../../temporal/case/report/exact-sum.ts';
import type { Calendar } from '../../temporal/case/report/study-facts.ts';
import { costOf } from './report-sums.ts';
import type { StudyElements } from './study.ts';

const marketFigures = {
  ...costFields,
  total_cost_usd: quantity('$', 'Sum of the four costs above'),
  ...undoneFields,
};
const settledFigures = { ...settledFields, total_usd: quantity('$', 'Sum of both settlements') };

const averagePrice = (when: string) =>
  finite()
    .nullable()
    .defined()
    .meta({ unit: '$/MWh', description: `Mean over days of the load-weighted price, ${when}` });

export const realTimeSchema = object({
  hours: quantity('h', 'Hours with a real-time schedule; all figures cover these hours'),
  quick_starts: number()
    .integer()
    .required()
    .meta({ description: 'Starts in real time that were not planned for the hour' }),
  day_ahead: object(marketFigures).required().meta({ description: 'Figures of the day-ahead plan' }),
  real_time: object(marketFigures)
    .required()
    .meta({ description: 'Figures of the dispatch on actual values' }),
  settlement: object({
    by_unit: array(object({ unit: string().required(), ...settledFigures })).required(),
    by_type: array(
      object({
        group: string().nullable().defined().meta({ description: 'Type; null for units without a type' }),
        ...settledFigures,
      }),
    ).required(),
    load: object(settledFigures).required().meta({ description: 'Payments of loads for served energy' }),
  })
    .required()
    .meta({
      description:
        'Two-settlement payments: planned energy at day-ahead prices, deviations at real-time prices; units are paid, loads pay',
    }),
  prices_by_hour: array(
    object({
      hour: number()
        .integer()
        .required()
        .meta({ description: 'Hour of the local day; without dates, of the run' }),
      day_ahead_usd_per_mwh: averagePrice('day-ahead'),
      real_time_usd_per_mwh: averagePrice('real-time'),
    }),
  ).required(),
});
type RealTimeReport = InferType<typeof realTimeSchema>;

const DAY_H = 24;
/** Key of units without a type, and of totals over all types. */
const ALL = '';

/** Builds the real-time part. `windowParts`: parts of the real-time windows, in the order of their hours. */
export async function toRealTimeReport(
  windowParts: AsyncIterable<WindowPart>,
  elements: StudyElements,
  calendar: Calendar | undefined,
): Promise<RealTimeReport> {
  const markets = createTally();
  const units = createTally();
  const loads = createTally();
  const prices = createTally();
  let hours = 0;
  let quick_starts = 0;
  for await (const { days, average_lmp_usd_per_mwh, settlement } of windowParts) {
    if (!settlement) continue;
    hours += average_lmp_usd_per_mwh.length;
    quick_starts += settlement.quick_starts;
    markets.add('real_time', settlement.real_time);
    markets.add('day_ahead', settlement.day_ahead ?? {});
    for (const [unit, figures] of Object.entries(settlement.units)) units.add(unit, figures);
    for (const figures of Object.values(settlement.loads)) loads.add(ALL, figures);
    for (const [t, real_time] of average_lmp_usd_per_mwh.entries()) {
      const hour = hourOfDay((days[0]?.first_hour ?? 0) + t, calendar);
      const day_ahead = settlement.day_ahead_lmp_usd_per_mwh[t] ?? null;
      prices.add(String(hour), {
        ...(real_time !== null && { real_time, real_time_hours: 1 }),
        ...(day_ahead !== null && { day_ahead, day_ahead_hours: 1 }),
      });
    }
  }
  const by_unit = units.keys().map((unit) => ({ unit, ...settled(units.get(unit)) }));
  return {
    hours,
    quick_starts,
    day_ahead: market(markets.get('day_ahead')),
    real_time: market(markets.get('real_time')),
    settlement: { by_unit, by_type: byType(by_unit, elements), load: settled(loads.get(ALL)) },
    prices_by_hour: prices
      .keys()
      .map((key) => hourRow(Number(key), prices.get(key)))
      .sort((a, b) => a.hour - b.hour),
  };
}

type Sums = Readonly<Record<string, number>>;

const hourOfDay = (hour: number, calendar: Calendar | undefined): number => {
  const stamp = calendar?.stamp(hour);
  return stamp === undefined
    ? hour % DAY_H
    : Number(stamp.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length));
};

function market(sums: Sums) {
  const { energy_usd = 0, no_load_usd = 0, startup_usd = 0, shutdown_usd = 0 } = sums;
  const costs = { energy_usd, no_load_usd, startup_usd, shutdown_usd };
  const { penalty_usd = 0, load_mwh = 0, unserved_mwh = 0, curtailed_mwh = 0 } = sums;
  return { ...costs, total_cost_usd: costOf(costs), penalty_usd, load_mwh, unserved_mwh, curtailed_mwh };
}

function settled(sums: Sums): SettledFigures & { readonly total_usd: number } {
  const { day_ahead_mwh = 0, real_time_mwh = 0, day_ahead_usd = 0, balancing_usd = 0 } = sums;
  const total_usd = day_ahead_usd + balancing_usd;
  return { day_ahead_mwh, real_time_mwh, day_ahead_usd, balancing_usd, total_usd };
}

function byType(rows: readonly (SettledFigures & { readonly unit: string })[], elements: StudyElements) {
  const types = createTally();
  for (const { unit, ...figures } of rows) types.add(elements.of(unit).type ?? ALL, figures);
  return types.keys().map((type) => ({ group: type === ALL ? null : type, ...settled(types.get(type)) }));
}

function hourRow(hour: number, sums: Sums) {
  const mean = (of: string): number | null =>
    sums[`${of}_hours`] ? (sums[of] ?? 0) / (sums[`${of}_hours`] ?? 1) : null;
  return { hour, day_ahead_usd_per_mwh: mean('day_ahead'), real_time_usd_per_mwh: mean('real_time') };
}
