/** Starts and stops of each unit, its number of hours on, and the costs of its starts. */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { amountAt } from '../arithmetic/series.ts';
import { intervalsBefore, startCostAfter } from '../arithmetic/unit-cost.ts';
import type { SolveResult } from '../messages/result.ts';
import type { Generator, SolvePayload } from '../schema.ts';
import { type Explainer, hasSchedule } from './artifact.ts';
import { counted, firstMost, mostTelling, round6, said, total } from './figures.ts';
import { horizonFacts } from './interval-words.ts';
import { isDispatch, type ScheduleView } from './views.ts';

const MAX_UNITS = 500;
const MAX_EVENTS = 500;

interface UnitEvent {
  readonly generator: string;
  readonly bus: string;
  readonly hour: number;
  readonly event: 'start' | 'stop';
  /** Hours off before a start, or hours on before a stop, including hours before the horizon. */
  readonly hours_before: number;
  readonly startup_cost_usd: number;
}

/**
 * Starts and stops of a unit by hour, with the cost of each start. In a dispatch, a unit does not start or stop in the
 * first hour, and its starts cost nothing.
 */
export function unitEvents(
  unit: Generator,
  schedule: Pick<ScheduleView, 'commitment' | 'startup'>,
  perHour: number,
): UnitEvent[] {
  const { name, bus, initial_status: initial } = unit;
  const commitment = Array.from(schedule.commitment[name] ?? []);
  const free = schedule.startup[name] === undefined;
  const events: UnitEvent[] = [];
  let on = free ? commitment[0] === 1 : initial > 0;
  let hours = free ? 0 : intervalsBefore(initial, perHour);
  for (const [hour, value] of commitment.entries()) {
    const isOn = value === 1;
    if (isOn !== on) {
      events.push({
        generator: name,
        bus: `bus_${bus}`,
        hour,
        event: isOn ? 'start' : 'stop',
        hours_before: hours,
        startup_cost_usd: isOn && !free ? round6(startCostAfter(unit, hours, hour, perHour)) : 0,
      });
      hours = 0;
    }
    on = isOn;
    hours += 1;
  }
  return events;
}

export function committedUnits(payload: SolvePayload, result: SolveResult) {
  const perHour = intervalsPerHour(payload);
  return payload.generators.map((unit) => {
    const { name, bus } = unit;
    const events = unitEvents(unit, result, perHour);
    return {
      generator: name,
      bus: `bus_${bus}`,
      hours_on: total(result.commitment[name]),
      starts: events.filter(({ event }) => event === 'start').length,
      stops: events.filter(({ event }) => event === 'stop').length,
      startup_cost_usd: round6(total(events.map(({ startup_cost_usd }) => startup_cost_usd))),
    };
  });
}

export const commitmentSchedule: Explainer = (payload, result) => {
  if (!hasSchedule(result)) return undefined;
  const units = committedUnits(payload, result);
  const events = payload.generators.flatMap((unit) => unitEvents(unit, result, intervalsPerHour(payload)));
  const hours = hourly(payload, result);
  const selection = mostTelling(units, ({ hours_on, starts }) => hours_on + starts, MAX_UNITS);
  const toldEvents = mostTelling(events, ({ startup_cost_usd }) => startup_cost_usd, MAX_EVENTS);
  const totals = totalsOf(payload, units);
  return {
    type: 'commitment_schedule',
    title: 'Starts, stops and hours on line',
    statement: sentences(totals, hours, events, isDispatch(payload, result)).join(' '),
    data: {
      ...totals,
      generators: selection.records,
      events: toldEvents.records,
      hours,
      omitted: selection.omitted + toldEvents.omitted,
    },
  };
};

const totalsOf = (payload: SolvePayload, units: ReturnType<typeof committedUnits>) => ({
  ...horizonFacts(payload),
  units: units.length,
  units_on_always: units.filter(({ hours_on }) => hours_on === payload.horizon).length,
  units_never_on: units.filter(({ hours_on }) => hours_on === 0).length,
  starts: total(units.map(({ starts }) => starts)),
  stops: total(units.map(({ stops }) => stops)),
  startup_cost_usd: round6(total(units.map(({ startup_cost_usd }) => startup_cost_usd))),
});

const hourly = ({ horizon }: SolvePayload, { commitment }: SolveResult) =>
  Array.from({ length: horizon }, (_, hour) => ({
    hour,
    units_on: total(Object.values(commitment).map((hours) => amountAt(hours, hour))),
  }));

function sentences(
  totals: ReturnType<typeof totalsOf>,
  hours: ReturnType<typeof hourly>,
  events: readonly UnitEvent[],
  isGiven: boolean,
): string[] {
  const most = firstMost(hours, ({ units_on }) => units_on);
  const fewest = firstMost(hours, ({ units_on }) => -units_on);
  const starts = events.filter(({ event }) => event === 'start');
  const dearest = firstMost(starts, ({ startup_cost_usd }) => startup_cost_usd);
  return [
    `Of ${counted(totals.units, 'unit')}, ${totals.units_on_always} are on in all ${totals.intervals ?? totals.horizon_h} hours and ${totals.units_never_on} in none.`,
    most && fewest && most.units_on > fewest.units_on
      ? `The most units are on at hour ${most.hour}, ${most.units_on}; the fewest at hour ${fewest.hour}, ${fewest.units_on}.`
      : '',
    isGiven
      ? `In a dispatch starts cost nothing; there are ${counted(totals.starts, 'start')} and ${counted(totals.stops, 'stop')} between its hours.`
      : `There are ${counted(totals.starts, 'start')} and ${counted(totals.stops, 'stop')}; the starts cost ${said(totals.startup_cost_usd)} $.`,
    dearest && dearest.startup_cost_usd > 0
      ? `The most expensive start is that of generator ${dearest.generator} at hour ${dearest.hour}: ${said(dearest.startup_cost_usd)} $ after ${counted(dearest.hours_before, 'hour')} off.`
      : '',
  ].filter(Boolean);
}
