/**
 * Counts of equal units -> a schedule of each one. Stops take the unit that is on the longest. Whichever unit takes
 * them, as many others remain free to change, so that the minimum times hold for all when they hold for the sums
 * (Knueven, Ostrowski, Watson, Exploiting identical generators in unit commitment, IEEE Trans. Power Syst. 33, 2018).
 * So it is with starts: they take the units with which all of them cost least (match-starts.ts).
 */
import type { Unit } from '../instance.ts';
import type { Aggregation } from './aggregate-units.ts';
import { matchStarts } from './match-starts.ts';

/** Units of each group, shape [merged units][T]. */
export interface Counts {
  readonly on: readonly (readonly number[])[];
  readonly startup: readonly (readonly number[])[];
}

/** 0 or 1, shape [units][T]. */
export function disaggregate({ instance, members }: Aggregation, counts: Counts): number[][] {
  const hours: number[][] = [];
  for (const [k, group] of members.entries()) {
    const unit = instance.units[k];
    if (!unit) continue;
    const schedules = split(unit, counts.on[k] ?? [], counts.startup[k] ?? []);
    for (const [i, g] of group.entries()) hours[g] = schedules[i] ?? [];
  }
  return hours;
}

interface Member {
  on: boolean;
  /** Hour of its last change. */
  since: number;
  /** First hour of the next one; before the first change the counts see to that. */
  free: number;
  readonly hours: number[];
}

function split(unit: Unit, on: readonly number[], startup: readonly number[]): number[][] {
  const { onBefore, hoursBefore, minUptime, minDowntime, count } = unit;
  const since = onBefore ? Number.NEGATIVE_INFINITY : -hoursBefore;
  const all = Array.from({ length: count }, (): Member => ({ on: onBefore, since, free: 0, hours: [] }));
  const stops = on.map(
    (now, t) => (t > 0 ? (on[t - 1] ?? 0) : onBefore ? count : 0) + (startup[t] ?? 0) - now,
  );
  const startersOf = starters(unit, stops, startup);
  for (const t of on.keys()) {
    const running = all.filter((member) => member.on && member.free <= t).sort(bySince);
    const idle = all.filter((member) => !member.on);
    change(running.slice(0, stops[t]), t, minDowntime);
    change(startersOf(t, idle), t, minUptime);
    for (const member of all) member.hours.push(Number(member.on));
  }
  return all.map(({ hours }) => hours);
}

/** Which of the idle units start in an hour. */
function starters(unit: Unit, stops: readonly number[], startup: readonly number[]) {
  const { onBefore, hoursBefore, minDowntime, count } = unit;
  const before = onBefore ? [] : [{ hour: -hoursBefore, count, ready: 0 }];
  const later = stops.map((units, hour) => ({ hour, count: units, ready: hour + Math.max(1, minDowntime) }));
  const from = [...before, ...later].filter((stop) => stop.count > 0);
  const starts = startup.map((units, hour) => ({ hour, count: units })).filter((start) => start.count > 0);
  const matches = matchStarts(unit, from, starts);
  return (t: number, idle: readonly Member[]): Member[] =>
    matches
      .filter(({ start }) => starts[start]?.hour === t)
      .flatMap(({ stop, units }) => idle.filter(({ since }) => since === from[stop]?.hour).slice(0, units));
}

function change(members: readonly Member[], t: number, least: number): void {
  for (const member of members) {
    member.on = !member.on;
    member.since = t;
    member.free = t + least;
  }
}

const bySince = (a: Member, b: Member): number => (a.since === b.since ? 0 : a.since - b.since);
