/** Flow limits that cannot be kept, with all lines in service and after contingencies. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Contingency, Line } from '../../../temporal/case/messages/network.ts';
import { limitIn, lineLimits as limitsOfLine } from '../../network/line-limits.ts';
import { busExchange, islandBuses, staticHigh, thermalRange } from '../ranges/area.ts';
import { type InfeasibleCase, MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { type CauseFinder, inMw, type Place, toCause } from './cause.ts';

/** Buses whose lines together cannot carry what they must draw or send. */
export const lineLimits: CauseFinder = function* (subject) {
  const cuts = lineCuts(subject.lines, subject.system.buses);
  for (const { place, carrier, flow, limit } of overloadedCuts(subject, cuts, 'normal')) {
    const text = `${inMw(flow)} must flow over ${carrier}, rated ${inMw(limit)}`;
    yield toCause(subject.words, 'LINE_LIMIT', place, text, flow - limit);
  }
};

/**
 * Contingencies that no dispatch survives: lines that remain at a bus cannot carry what it must draw or
 * send, or the units that remain cannot produce what the lost ones must.
 */
export const contingencyLimits: CauseFinder = function* (subject) {
  if (subject.jobType !== 'scuc') return;
  for (const contingency of subject.payload.contingencies ?? []) {
    if (contingency.enabled === false) continue;
    yield* lineOutage(subject, contingency);
    yield* generatorOutage(subject, contingency);
  }
};

function* lineOutage(subject: InfeasibleCase, { id, lines = [] }: Contingency) {
  const lost = subject.lines.filter((line) => lines.includes(line.id));
  const left = subject.lines.filter((line) => !lost.includes(line));
  if (lost.length === 0 || islandBuses(subject.system.buses, left).length > subject.islands.length) return;
  const ends = new Set(lost.flatMap((line) => [line.from_bus, line.to_bus]));
  for (const cut of overloadedCuts(subject, lineCuts(left, ends), 'emergency')) {
    const { place, carrier, flow, limit } = cut;
    const text = `after contingency ${id} ${inMw(flow)} must flow over ${carrier}, emergency rating ${inMw(limit)}`;
    yield toCause(subject.words, 'CONTINGENCY_LIMIT', place, text, flow - limit);
  }
}

/** sum over the others of (p_max - p) >= lost output, so all output fits into their p_max. */
function* generatorOutage({ words, hours, system }: InfeasibleCase, { id, generators = [] }: Contingency) {
  if (generators.length === 0) return;
  const others = system.units.filter((unit) => !generators.includes(unit.generator.name));
  for (const hour of hours) {
    const { need, low } = thermalRange(system, hour);
    const capacity = sum(others, (unit) => staticHigh(unit, hour));
    const output = Math.max(need, low);
    if (!(output - capacity > MARGIN_MW)) continue;
    const text = `after contingency ${id} the other units can produce ${inMw(capacity)} of the ${inMw(output)} needed, load ${inMw(knownAt(system.load, hour))}`;
    yield toCause(words, 'CONTINGENCY_LIMIT', ['contingency', id, hour], text, output - capacity);
  }
}

/** A set of buses with the few lines that join it to the rest. */
interface LineCut {
  readonly buses: ReadonlySet<number>;
  /** Lines between `buses` and the rest. */
  readonly lines: readonly Line[];
}

/** Cuts around each of `near`, and at every bridge that touches one of them. */
function lineCuts(lines: readonly Line[], near: Iterable<number>): LineCut[] {
  const cuts: LineCut[] = [];
  const bridges = new Set<Line>();
  for (const bus of near) {
    const incident = lines.filter((line) => line.from_bus === bus || line.to_bus === bus);
    if (incident.length > 1) cuts.push({ buses: new Set([bus]), lines: incident });
    for (const line of incident) {
      if (bridges.has(line)) continue;
      const side = sideOf(line, lines);
      if (!side) continue;
      bridges.add(line);
      cuts.push({ buses: side, lines: [line] });
    }
  }
  return cuts;
}

/** Buses behind the `to` end of a bridge; null when another path joins both ends. */
function sideOf(bridge: Line, lines: readonly Line[]): Set<number> | null {
  const others = lines.filter((line) => line !== bridge);
  const ends = others.flatMap((line) => [line.from_bus, line.to_bus]);
  const side = islandBuses([...ends, bridge.from_bus, bridge.to_bus], others).find((buses) =>
    buses.has(bridge.to_bus),
  );
  return side && !side.has(bridge.from_bus) ? side : null;
}

/** Cuts whose hard ratings together are below what must flow over them, MW, hour by hour. */
function* overloadedCuts(
  subject: InfeasibleCase,
  cuts: readonly LineCut[],
  state: 'normal' | 'emergency',
): Iterable<{ place: Place; carrier: string; flow: number; limit: number }> {
  for (const { buses, lines } of cuts) {
    const ratings = lines.map((line) => hardRatings(line, state, subject.hours));
    const limits = subject.hours.map((hour) => sum(ratings, (rating) => knownAt(rating, hour)));
    if (!limits.some(Number.isFinite)) continue;
    for (const [hour, certain] of busExchange(subject, buses).entries()) {
      const flow = Math.abs(certain);
      const limit = knownAt(limits, hour);
      if (!(flow - limit > MARGIN_MW)) continue;
      const [line, ...others] = lines;
      const bus = String(Math.min(...buses));
      yield line && others.length === 0
        ? { place: ['line', line.id, hour], carrier: `line ${line.id}`, flow, limit }
        : { place: ['bus', bus, hour], carrier: `the lines of bus ${bus}`, flow, limit };
    }
  }
}

/** Limit of a line in each hour, MW; Infinity when it has none or may be overloaded at a price. */
function hardRatings(line: Line, state: 'normal' | 'emergency', hours: readonly number[]): number[] {
  if (line.penalty_usd_per_mwh !== undefined) return hours.map(() => Number.POSITIVE_INFINITY);
  const limits = limitsOfLine(line);
  return hours.map((hour) => limitIn(limits, state === 'normal' ? null : state, hour));
}
