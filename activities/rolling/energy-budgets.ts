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
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { Renewable, SolvePayload } from '../../temporal/case/schema.ts';

type EnergyLimit = NonNullable<Renewable['energy_limits']>[number];
type Budget = NonNullable<NonNullable<NetworkContent['renewables']>[number]['energy_limits']>;

/** A range of hours of the series; `end` is exclusive. */
interface Period {
  readonly first: number;
  readonly end: number;
  readonly mwh: number;
}

const HOURS = { day: 24, week: 168 };

function periodAt({ period, mwh }: Budget, hour: number, calendar: SeriesCalendar | undefined): Period {
  const valueAt = (index: number): number => mwh[index % mwh.length] ?? 0;
  if (period !== 'month' || !calendar) {
    const length = HOURS[period === 'week' ? 'week' : 'day'];
    const index = Math.floor(hour / length);
    return { first: index * length, end: (index + 1) * length, mwh: valueAt(index) };
  }
  const month = monthOfHour(calendar, hour);
  return {
    first: hourOfMonth(calendar, month),
    end: hourOfMonth(calendar, month + 1),
    mwh: valueAt(month - monthOfHour(calendar, 0)),
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

/** Renewable -> energy, MWh. */
export type UsedEnergy = Readonly<Record<string, number>>;

/**
 * Returns the energy that a plan takes from a budget, from hour `from` of the series up to hour `to`, MWh; undefined
 * without a plan. Planned energy replaces the window's share of the budget.
 */
export type PlannedEnergy = (renewable: string, from: number, to: number) => number | undefined;

/** Energy limits of a renewable in a window. `least`: must-take output in each hour of the window, MW. */
function energyLimits(
  budget: Budget,
  { calendar, runFirst, first, end, used }: BudgetHours,
  least: readonly number[],
  planned: (from: number, to: number) => number | undefined,
): EnergyLimit[] {
  const limits: EnergyLimit[] = [];
  for (let hour = first; hour < end; ) {
    const period = periodAt(budget, hour, calendar);
    // If the run begins within the period, only a share of the budget applies, equal to the share of hours from the
    // beginning of the run.
    const firstCounted = Math.max(period.first, runFirst);
    const takenBefore = hour === first ? used : 0;
    const remaining = (period.mwh * (period.end - firstCounted)) / (period.end - period.first) - takenBefore;
    const until = Math.min(end, period.end);
    const plan = planned(firstCounted, until);
    const share =
      plan === undefined ? (remaining * (until - hour)) / (period.end - hour) : plan - takenBefore;
    const must = least.slice(hour - first, until - first).reduce((sum, mw) => sum + mw, 0);
    limits.push({
      first_hour: hour - first,
      last_hour: until - 1 - first,
      mwh: Math.max(0, share, Math.min(remaining, must)),
    });
    hour = until;
  }
  return limits;
}

/** Applies the energy budgets of the network to the renewables of a window. */
export function withinBudgets(
  payload: SolvePayload,
  { renewables: stored = [] }: Pick<Partial<NetworkContent>, 'renewables'>,
  hours: Omit<BudgetHours, 'used'>,
  used: UsedEnergy,
  planned: PlannedEnergy = () => undefined,
): SolvePayload {
  const budgets = new Map(stored.map(({ name, energy_limits }) => [name, energy_limits]));
  const limited = (item: Renewable): Renewable => {
    const budget = budgets.get(item.name);
    if (!budget) return item;
    const energy_limits = energyLimits(
      budget,
      { ...hours, used: used[item.name] ?? 0 },
      item.p_min,
      (from, to) => planned(item.name, from, to),
    );
    return { ...item, energy_limits };
  };
  return payload.renewables ? { ...payload, renewables: payload.renewables.map(limited) } : payload;
}

/**
 * Renewable -> energy that earlier windows took from the budget of the period in which the window begins, MWh;
 * undefined without budgets. `before`: energy taken in the period of the last hour before the window, from `usedAfter`.
 */
export function usedBefore(
  network: NetworkContent,
  { calendar, first }: Pick<BudgetHours, 'calendar' | 'first'>,
  before: RollingState['renewables'] = {},
): UsedEnergy | undefined {
  const budgets = (network.renewables ?? []).flatMap(({ name, energy_limits: budget }) =>
    budget
      ? [[name, periodAt(budget, first, calendar).first < first ? (before[name]?.used_mwh ?? 0) : 0]]
      : [],
  );
  return budgets.length > 0 ? Object.fromEntries(budgets) : undefined;
}

/** Renewable -> energy taken from the budget of the period of the last kept hour, up to the end of that hour, MWh. */
export function usedAfter(
  { renewables = [] }: Pick<SolvePayload, 'renewables'>,
  output: Readonly<Record<string, readonly number[]>>,
  keptHours: number,
  before: UsedEnergy,
): Pick<RollingState, 'renewables'> {
  const used = renewables.flatMap(({ name, energy_limits = [] }) => {
    const limit = energy_limits.find(
      ({ first_hour, last_hour }) => first_hour < keptHours && keptHours - 1 <= last_hour,
    );
    if (!limit) return [];
    const takenHere = (output[name] ?? [])
      .slice(limit.first_hour, keptHours)
      .reduce((sum, mw) => sum + mw, 0);
    return [[name, { used_mwh: takenHere + (limit.first_hour === 0 ? (before[name] ?? 0) : 0) }]];
  });
  return used.length > 0 ? { renewables: Object.fromEntries(used) } : {};
}
