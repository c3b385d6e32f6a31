/**
 * Applies energy budgets by day, week or month to the hours of a window. A window gets a share of the remaining budget,
 * equal to the share of its hours in the remaining period. Energy that it does not use stays in the budget for later
 * windows, and all windows together stay within the budget.
 */
import {
  hourOfMonth,
  monthOfHour,
  type SeriesCalendar,
} from '../../temporal/case/arithmetic/series-calendar.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { Generator, Renewable, SolvePayload, Storage } from '../../temporal/case/schema.ts';
import { energyOf, energyRange } from './energy-range.ts';

type EnergyLimit = NonNullable<Renewable['energy_limits']>[number];
type Budget = NonNullable<NonNullable<NetworkContent['renewables']>[number]['energy_limits']>;

/** Elements with budgets. Names are unique among them. */
type Limited = Pick<NetworkContent, 'generators' | 'renewables' | 'storage'>;

const budgetsOf = ({ generators = [], renewables = [], storage = [] }: Partial<Limited>) =>
  [...generators, ...renewables, ...storage].flatMap(({ name, energy_limits }) =>
    energy_limits ? [[name, energy_limits] as const] : [],
  );

/** A range of hours of the series; `end` is exclusive. */
interface Period {
  readonly first: number;
  readonly end: number;
  readonly mwh: number;
  readonly min_mwh: number | undefined;
}

const HOURS = { day: 24, week: 168 };

function periodAt(
  { period, mwh, min_mwh }: Budget,
  hour: number,
  calendar: SeriesCalendar | undefined,
): Period {
  const energyAt = (index: number) => ({
    mwh: mwh[index % mwh.length] ?? 0,
    min_mwh: min_mwh?.[index % min_mwh.length],
  });
  if (period !== 'month' || !calendar) {
    const length = HOURS[period === 'week' ? 'week' : 'day'];
    const index = Math.floor(hour / length);
    return { first: index * length, end: (index + 1) * length, ...energyAt(index) };
  }
  const month = monthOfHour(calendar, hour);
  return {
    first: hourOfMonth(calendar, month),
    end: hourOfMonth(calendar, month + 1),
    ...energyAt(month - monthOfHour(calendar, 0)),
  };
}

interface BudgetHours {
  readonly calendar: SeriesCalendar | undefined;
  /** First hour of the run, as an hour of the series. `first`, `end`: first hour and end (exclusive) of the window. */
  readonly runFirst: number;
  readonly first: number;
  readonly end: number;
  /** Energy that the run has taken so far from the budget of the period that contains `first`, MWh. */
  readonly used: number;
}

/** Element -> energy, MWh. */
export type UsedEnergy = Readonly<Record<string, number>>;

/**
 * Returns the energy that a plan takes from a budget, from hour `from` of the series up to hour `to`, MWh; undefined
 * without a plan. Planned energy replaces the window's share of the budget.
 */
export type PlannedEnergy = (element: string, from: number, to: number) => number | undefined;

/**
 * Energy limits of an element in a window. Energy that the element cannot take in the window remains to be taken in
 * later windows.
 */
function energyLimits(
  budget: Budget,
  { calendar, runFirst, first, end, used }: BudgetHours,
  item: Generator | Renewable | Storage,
  planned: (from: number, to: number) => number | undefined,
): EnergyLimit[] {
  const { least, most } = energyRange(item);
  const limits: EnergyLimit[] = [];
  for (let hour = first; hour < end; ) {
    const period = periodAt(budget, hour, calendar);
    // If the run begins within the period, only a share of the budget applies, equal to the share of hours from the
    // beginning of the run.
    const firstCounted = Math.max(period.first, runFirst);
    const takenBefore = hour === first ? used : 0;
    const remainingOf = (energy: number): number =>
      (energy * (period.end - firstCounted)) / (period.end - period.first) - takenBefore;
    const remaining = remainingOf(period.mwh);
    const until = Math.min(end, period.end);
    const hourShare = (energy: number): number => (energy * (until - hour)) / (period.end - hour);
    const plan = planned(firstCounted, until);
    const share = plan === undefined ? hourShare(remaining) : plan - takenBefore;
    const must = energyOf(least, hour - first, until - first);
    const mwh = Math.max(0, share, Math.min(remaining, must));
    const can = energyOf(most, hour - first, until - first);
    limits.push({
      first_hour: hour - first,
      last_hour: until - 1 - first,
      mwh,
      ...(period.min_mwh !== undefined && {
        min_mwh: Math.max(0, Math.min(hourShare(remainingOf(period.min_mwh)), mwh, can)),
      }),
    });
    hour = until;
  }
  return limits;
}

/** Applies the energy budgets of the network to the elements of a window. */
export function withinBudgets(
  payload: SolvePayload,
  network: Partial<Limited>,
  hours: Omit<BudgetHours, 'used'>,
  used: UsedEnergy,
  planned: PlannedEnergy = () => undefined,
): SolvePayload {
  const budgets = new Map(budgetsOf(network));
  const limited = <Item extends Generator | Renewable | Storage>(item: Item): Item => {
    const budget = budgets.get(item.name);
    if (!budget) return item;
    const energy_limits = energyLimits(budget, { ...hours, used: used[item.name] ?? 0 }, item, (from, to) =>
      planned(item.name, from, to),
    );
    return { ...item, energy_limits };
  };
  const { generators, renewables, storage } = payload;
  return {
    ...payload,
    generators: generators.map(limited),
    ...(renewables && { renewables: renewables.map(limited) }),
    ...(storage && { storage: storage.map(limited) }),
  };
}

/**
 * Element -> energy that earlier windows took from the budget of the period in which the window begins, MWh; undefined
 * without budgets. `state`: energy taken in the period of the last hour before the window, from `usedAfter`.
 */
export function usedBefore(
  network: Partial<Limited>,
  { calendar, first }: Pick<BudgetHours, 'calendar' | 'first'>,
  { renewables = {}, used_mwh = {} }: Pick<RollingState, 'renewables' | 'used_mwh'> = {},
): UsedEnergy | undefined {
  const budgets = budgetsOf(network).map(([name, budget]) => [
    name,
    periodAt(budget, first, calendar).first < first ? (renewables[name]?.used_mwh ?? used_mwh[name] ?? 0) : 0,
  ]);
  return budgets.length > 0 ? Object.fromEntries(budgets) : undefined;
}

/** Element -> output, or discharge of a storage, MW. */
export const budgetedOutputs = ({
  dispatch_mw = {},
  renewable_mw = {},
  storage = {},
}: Partial<Pick<SolveResult, 'dispatch_mw' | 'renewable_mw' | 'storage'>>): Readonly<
  Record<string, readonly number[]>
> => ({
  ...dispatch_mw,
  ...renewable_mw,
  ...Object.fromEntries(Object.entries(storage).map(([name, { discharge_mw }]) => [name, discharge_mw])),
});

/** State of the budgets: energy taken from the period of the last kept hour, up to the end of that hour, MWh. */
export function usedAfter(
  { generators, renewables = [], storage = [] }: Pick<SolvePayload, 'generators' | 'renewables' | 'storage'>,
  output: Readonly<Record<string, readonly number[]>>,
  keptHours: number,
  before: UsedEnergy,
): Pick<RollingState, 'renewables' | 'used_mwh'> {
  const usedOf = (items: readonly (Generator | Renewable | Storage)[]): [string, number][] =>
    items.flatMap(({ name, energy_limits = [] }) => {
      const limit = energy_limits.find(
        ({ first_hour, last_hour }) => first_hour < keptHours && keptHours - 1 <= last_hour,
      );
      if (!limit) return [];
      const takenHere = (output[name] ?? [])
        .slice(limit.first_hour, keptHours)
        .reduce((sum, mw) => sum + mw, 0);
      return [[name, takenHere + (limit.first_hour === 0 ? (before[name] ?? 0) : 0)]];
    });
  const used = usedOf([...generators, ...storage]);
  const renewable = usedOf(renewables).map(([name, used_mwh]) => [name, { used_mwh }]);
  return {
    ...(renewable.length > 0 && { renewables: Object.fromEntries(renewable) }),
    ...(used.length > 0 && { used_mwh: Object.fromEntries(used) }),
  };
}
