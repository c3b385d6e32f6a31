/**
 * Settlement of real-time hours against the day-ahead schedule, in two settlements (Stoft, Power System Economics,
 * 2002, 3-2, "The Two-Settlement System"). The day-ahead quantity is paid at the day-ahead price; the deviation from it
 * is paid at the real-time price:
 *
 * payment = Q_DA x P_DA + (Q_RT - Q_DA) x P_RT,
 *
 * at the bus of each unit, renewable, storage (discharge minus charge) and load (load served).
 */
import { amountAt } from '../arithmetic/series.ts';
import type { SolveResult } from '../messages/result.ts';
import type {
  BusFigures,
  MarketFigures,
  SettledFigures,
  SettlementPart,
  UnitFigures,
} from '../messages/window-part.ts';
import type { SolvePayload } from '../schema.ts';
import { exactSum } from './exact-sum.ts';
import { busFigures, lineFigures, systemFigures } from './market-figures.ts';
import { unitFigures } from './unit-figures.ts';
import { loadAndPrice } from './window-part.ts';

interface SettledSchedule {
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  /** First settled hour, as a position in the schedule. */
  readonly from: number;
}

/**
 * Settles a range of hours. `dayAhead`: undefined without a day-ahead schedule; all energy is then settled in real
 * time.
 */
export function settlement(
  realTime: SettledSchedule,
  dayAhead: SettledSchedule | undefined,
  hours: number,
): SettlementPart {
  const actual = marketOf(realTime, hours);
  const planned = dayAhead && marketOf(dayAhead, hours);
  const compared = (kind: 'units' | 'loads') =>
    settledFigures(actual[kind], planned?.[kind] ?? new Map(), (bus) =>
      (realTime.result.lmp[`bus_${bus}`] ?? []).slice(realTime.from, realTime.from + hours),
    );
  return {
    units: compared('units'),
    loads: compared('loads'),
    real_time: actual.figures,
    ...(planned && { day_ahead: planned.figures }),
    quick_starts: unplannedStarts(realTime, dayAhead, hours),
    day_ahead_lmp_usd_per_mwh: planned?.prices ?? actual.prices.map(() => null),
  };
}

interface Traded {
  readonly bus: number;
  /** Energy by hour, MWh. The next field: payment. */
  readonly mwh: readonly number[];
  readonly usd: readonly number[];
}

type ByName = ReadonlyMap<string, Traded>;

/** Figures of the settlement of one element. `pricesAt`: real-time prices at a bus, by hour. */
function settledFigures(
  actual: ByName,
  planned: ByName,
  pricesAt: (bus: number) => readonly number[],
): Record<string, SettledFigures> {
  const rows = [...new Set([...planned.keys(), ...actual.keys()])].map((name): [string, SettledFigures] => {
    const [before, now] = [planned.get(name), actual.get(name)];
    const differences = pricesAt((now ?? before)?.bus ?? 0).map(
      (price, t) => (amountAt(now?.mwh, t) - amountAt(before?.mwh, t)) * price,
    );
    return [
      name,
      {
        day_ahead_mwh: exactSum(before?.mwh ?? []),
        real_time_mwh: exactSum(now?.mwh ?? []),
        day_ahead_usd: exactSum(before?.usd ?? []),
        balancing_usd: exactSum(differences),
      },
    ];
  });
  return Object.fromEntries(rows.filter(([, of]) => Object.values(of).some((value) => value !== 0)));
}

/** Trade and costs of a schedule in the settled hours. */
function marketOf({ payload, result, from }: SettledSchedule, hours: number) {
  const until = from + hours;
  const part = <T>(values: readonly T[] = []): T[] => values.slice(from, until);
  const units = [...unitFigures(payload, result, until)];
  const buses = busFigures(payload, result, until);
  const lines = lineFigures(payload, result, until);
  const system = systemFigures(payload, result, until);
  const { generators, renewables = [], storage = [] } = payload;
  const busOf = new Map([...generators, ...renewables, ...storage].map(({ name, bus }) => [name, bus]));
  const total = (series: readonly (readonly number[] | undefined)[]): number =>
    exactSum(series.flatMap((values) => part(values)));
  const ofUnits = (figure: keyof UnitFigures): number => total(units.map(([, of]) => of[figure]));
  const ofBuses = (figure: keyof BusFigures): number => total([...buses.values()].map((of) => of[figure]));
  const figures: MarketFigures = {
    energy_usd:
      ofUnits('energy_usd') + total([...[...lines.values()].map((of) => of.energy_usd), system.energy_usd]),
    no_load_usd: ofUnits('no_load_usd'),
    startup_usd: ofUnits('startup_usd'),
    shutdown_usd: ofUnits('shutdown_usd'),
    penalty_usd: total([system.unserved_usd, system.reserve_shortage_usd, system.overflow_usd]),
    load_mwh: ofBuses('load_mwh'),
    unserved_mwh: ofBuses('unserved_mwh'),
    curtailed_mwh: ofUnits('curtailed_mwh'),
  };
  return {
    figures,
    units: new Map(
      units.map(([name, of]): [string, Traded] => [
        name,
        { bus: busOf.get(name) ?? 0, mwh: part(of.generation_mwh), usd: part(of.revenue_usd) },
      ]),
    ),
    loads: new Map(
      [...buses].map(([bus, of]): [string, Traded] => {
        const served = of.load_mwh.map((mw, t) => mw - amountAt(of.unserved_mwh, t));
        return [bus, { bus: Number(bus), mwh: part(served), usd: part(of.load_payment_usd) }];
      }),
    ),
    prices: part(loadAndPrice(buses, result, until).average_lmp_usd_per_mwh),
  };
}

/** Number of real-time starts in hours in which the day-ahead schedule has no start of the unit. */
function unplannedStarts(
  { payload, result, from }: SettledSchedule,
  dayAhead: SettledSchedule | undefined,
  hours: number,
): number {
  const planned = (name: string, t: number): number | undefined =>
    dayAhead?.result.startup[name]?.[dayAhead.from + t];
  const starts = payload.generators.flatMap(({ name }) =>
    Array.from({ length: hours }, (_, t) => result.startup[name]?.[from + t] === 1 && planned(name, t) !== 1),
  );
  return starts.filter(Boolean).length;
}
