/**
 * Budgets of energy by day, week or month in the hours of a window. A window has the part of a budget that its hours are of
 * those left of the period, and what is not used is left to the windows behind it: together they stay within the budget.
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

/** Hours of the series, `end` exclusive. */
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
  /** Hours of the series: the first of the run, the first of the window, and the one behind it. */
  readonly runFirst: number;
  readonly first: number;
  readonly end: number;
  /** Taken in this run from the budget of the period of `first`, MWh. */
  readonly used: number;
}

/** MWh by renewable. */
export type UsedEnergy = Readonly<Record<string, number>>;

/**
 * MWh that a plan takes of a budget from hour `from` of the series up to hour `to`; the window then follows it instead of taking
 * its share.
 */
export type PlannedEnergy = (renewable: string, from: number, to: number) => number | undefined;

/** `least`: what must be taken in each hour of the window, MW. */
function energyLimits(
  budget: Budget,
  { calendar, runFirst, first, end, used }: BudgetHours,
  least: readonly number[],
  planned: (from: number, to: number) => number | undefined,
): EnergyLimit[] {
  const limits: EnergyLimit[] = [];
  for (let hour = first; hour < end; ) {
    const period = periodAt(budget, hour, calendar);
    // A run that begins within a period has the part of its hours.
    const begun = Math.max(period.first, runFirst);
    const taken = hour === first ? used : 0;
    const left = (period.mwh * (period.end - begun)) / (period.end - period.first) - taken;
    const until = Math.min(end, period.end);
    const plan = planned(begun, until);
    const share = plan === undefined ? (left * (until - hour)) / (period.end - hour) : plan - taken;
    const must = least.slice(hour - first, until - first).reduce((sum, mw) => sum + mw, 0);
    limits.push({
      first_hour: hour - first,
      last_hour: until - 1 - first,
      mwh: Math.max(0, share, Math.min(left, must)),
    });
    hour = until;
  }
  return limits;
}

/** A window in which renewables keep to the budgets that the network gives them. */
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
 * What renewables took before a window from the budget of the period in which it begins, MWh; undefined without budgets.
 * `before`: what they took in the period of the last hour before it, as `usedAfter` says.
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

/** What was taken from the budgets of the period of the last kept hour, up to its end, MWh. */
export function usedAfter(
  { renewables = [] }: Pick<SolvePayload, 'renewables'>,
  output: Readonly<Record<string, readonly number[]>>,
  kept: number,
  before: UsedEnergy,
): Pick<RollingState, 'renewables'> {
  const used = renewables.flatMap(({ name, energy_limits = [] }) => {
    const limit = energy_limits.find(
      ({ first_hour, last_hour }) => first_hour < kept && kept - 1 <= last_hour,
    );
    if (!limit) return [];
    const taken = (output[name] ?? []).slice(limit.first_hour, kept).reduce((sum, mw) => sum + mw, 0);
    return [[name, { used_mwh: taken + (limit.first_hour === 0 ? (before[name] ?? 0) : 0) }]];
  });
  return used.length > 0 ? { renewables: Object.fromEntries(used) } : {};
}
