/**
 * Turns the number of equal units that are on into a schedule of each unit. In each hour, the units that have been on
 * longest stop. The choice of units does not affect feasibility: it leaves equally many units free to change, so the
 * minimum times of all units hold if they hold for the sums (Knueven, Ostrowski, Watson, Exploiting identical
 * generators in unit commitment, IEEE Trans. Power Syst. 33, 2018). The same is true of starts, so the starting units
 * are chosen for the least total start-up cost.
 */
import { startupCost } from '../../../temporal/case/arithmetic/unit-cost.ts';
import type { Unit } from '../instance.ts';
import type { Aggregation } from './aggregate-units.ts';

/** Numbers of units on and of starts by group, shape [merged units][T]. */
export interface Counts {
  readonly on: readonly (readonly number[])[];
  readonly startup: readonly (readonly number[])[];
}

/** Returns the commitment of the single units, 0 or 1, shape [units][T]. */
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
  /** Hour of the last start or stop of the unit. */
  since: number;
  /**
   * First hour in which the unit may start or stop again; 0 before its first change, since the counts keep its minimum
   * time.
   */
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

/** Returns a function that gives the units that start in an hour, out of those that are off. */
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

/** Number of units that start in an hour. */
export interface Starts {
  readonly hour: number;
  readonly count: number;
}

/**
 * Number of units that stop in an hour; the hour is negative for units off before the first hour. `ready`: first hour
 * in which these units may start again.
 */
export interface Stops extends Starts {
  readonly ready: number;
}

/**
 * A stop and a later start of the same units. `stop`, `start`: positions in the lists; `units`: number of units
 * assigned so far.
 */
export interface Match {
  readonly stop: number;
  readonly start: number;
  /** Start-up cost of one unit, $. */
  readonly cost: number;
  units: number;
}

/** Shortest path from the start that needs a unit to a stop or another start: its cost, $, and its last match. */
interface Reached {
  readonly cost: number;
  readonly by?: Match;
}

interface Labels {
  readonly starts: readonly Reached[];
  readonly stops: readonly Reached[];
}

/** Tolerance for rounding errors in sums of costs, $. */
const ROUNDING = 1e-6;

/**
 * Assigns stopped units to the starts of equal units at the least total start-up cost: a transportation problem from
 * hours of stops to hours of starts, solved by successive shortest paths (Ahuja, Magnanti, Orlin, Network Flows, 1993,
 * ch. 9). Taking the unit that is cheapest to start now is not always best: if that unit would still be warm for the
 * next start, starting another one now may cost less in total.
 *
 * If fewer units are ready for a start than it needs, it gets those that are ready.
 */
export function matchStarts(unit: Unit, stops: readonly Stops[], starts: readonly Starts[]): Match[] {
  const matches = starts.flatMap(({ hour }, start) =>
    stops.flatMap((from, stop): Match[] =>
      from.ready <= hour
        ? [{ stop, start, cost: startupCost(unit.startupTiers, hour - from.hour), units: 0 }]
        : [],
    ),
  );
  const idle = stops.map(({ count }) => count);
  for (const [start, { count }] of starts.entries()) {
    let remaining = count;
    while (remaining > 0) {
      const moved = moveUnits(matches, idle, start, remaining);
      if (moved === 0) break;
      remaining -= moved;
    }
  }
  return matches.filter(({ units }) => units > 0);
}

/**
 * Assigns up to `most` units of one stop to `start` in the cheapest way, which may change the matches of other starts.
 * Returns the number of assigned units.
 */
function moveUnits(matches: readonly Match[], idle: number[], start: number, most: number): number {
  const { starts, stops } = shortestPaths(matches, start);
  const costOf = (stop: number): number => (idle[stop] ? costAt(stops, stop) : Infinity);
  const last = [...idle.keys()].reduce((best, stop) => (costOf(stop) < costOf(best) ? stop : best), 0);
  if (costOf(last) === Number.POSITIVE_INFINITY) return 0;
  const gained: Match[] = [];
  const lost: Match[] = [];
  for (let by = stops[last]?.by; by; ) {
    gained.push(by);
    const returned = starts[by.start]?.by;
    if (returned) lost.push(returned);
    by = returned && stops[returned.stop]?.by;
  }
  const moved = Math.min(most, idle[last] ?? 0, ...lost.map(({ units }) => units));
  for (const match of gained) match.units += moved;
  for (const match of lost) match.units -= moved;
  idle[last] = (idle[last] ?? 0) - moved;
  return moved;
}

/** Bellman-Ford. A start may take units of a stop, and a stop takes back units that it has given to another start. */
function shortestPaths(matches: readonly Match[], from: number): Labels {
  const starts: Reached[] = [];
  const stops: Reached[] = [];
  starts[from] = { cost: 0 };
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const by of matches) {
      const forth = costAt(starts, by.start) + by.cost;
      if (forth < costAt(stops, by.stop) - ROUNDING) {
        stops[by.stop] = { cost: forth, by };
        isShorter = true;
      }
      const back = costAt(stops, by.stop) - by.cost;
      if (by.units > 0 && back < costAt(starts, by.start) - ROUNDING) {
        starts[by.start] = { cost: back, by };
        isShorter = true;
      }
    }
  }
  return { starts, stops };
}

const costAt = (labels: readonly Reached[], at: number): number => labels[at]?.cost ?? Infinity;
