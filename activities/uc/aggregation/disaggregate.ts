/**
 * Counts of equal units -> a schedule of each one. Stops take the unit that is on the longest. Whichever unit takes
 * them, as many others remain free to change, so that the minimum times hold for all when they hold for the sums
 * (Knueven, Ostrowski, Watson, Exploiting identical generators in unit commitment, IEEE Trans. Power Syst. 33, 2018).
 * A start takes a unit whose start is cheapest now, of these the one that is off the longest: it cools next.
 */
import type { Unit } from '../instance.ts';
import { startupCost } from '../startup-cost.ts';
import type { Aggregation } from './aggregate-units.ts';

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
  let before = onBefore ? count : 0;
  for (const [t, now] of on.entries()) {
    const starts = startup[t] ?? 0;
    const stops = before + starts - now;
    const free = all.filter((member) => member.free <= t);
    const running = free.filter((member) => member.on).sort(bySince);
    const idle = free.filter((member) => !member.on).sort(byStart(unit, t));
    change(running.slice(0, stops), t, minDowntime);
    change(idle.slice(0, starts), t, minUptime);
    for (const member of all) member.hours.push(Number(member.on));
    before = now;
  }
  return all.map(({ hours }) => hours);
}

function change(members: readonly Member[], t: number, least: number): void {
  for (const member of members) {
    member.on = !member.on;
    member.since = t;
    member.free = t + least;
  }
}

const bySince = (a: Member, b: Member): number => (a.since === b.since ? 0 : a.since - b.since);

const byStart =
  (unit: Unit, t: number) =>
  (a: Member, b: Member): number =>
    startupCost(unit, t - a.since) - startupCost(unit, t - b.since) || bySince(a, b);
