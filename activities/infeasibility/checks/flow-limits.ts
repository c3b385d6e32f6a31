/** Flow limits that no dispatch can satisfy, with all lines in service and after contingencies. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseContingency, CaseLine, Series } from '../../case/case.ts';
import { busExchange, staticHigh, thermalRange } from '../ranges/area.ts';
import { type InfeasibleCase, MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { type CauseFinder, inMw, type Place, toCause } from './cause.ts';

/** Buses whose lines together cannot carry the power that these buses must import or export. */
export const lineLimits: CauseFinder = function* (subject) {
  const cuts = lineCuts(linesByBus(subject.lines), subject.system.buses, NONE_LOST);
  for (const { place, carrier, flow, limit } of overloadedCuts(subject, cuts, 'normal')) {
    const text = `${inMw(flow)} must flow over ${carrier}, rated ${inMw(limit)}`;
    yield toCause(subject.words, 'LINE_LIMIT', place, text, flow - limit);
  }
};

/**
 * Contingencies for which no dispatch exists: the remaining lines at a bus cannot carry its least import or export, or
 * the remaining units cannot replace the least output of the lost units.
 */
export const contingencyLimits: CauseFinder = function* (subject) {
  const linesAt = linesByBus(subject.lines);
  for (const contingency of subject.case.contingencies) {
    yield* lineOutage(subject, linesAt, contingency);
    yield* generatorOutage(subject, contingency);
  }
};

function* lineOutage(subject: InfeasibleCase, linesAt: LinesAt, { id, lines }: CaseContingency) {
  const lost = new Set(subject.lines.filter((line) => lines.includes(line.id)));
  // A contingency that splits an island need not be survived.
  if (lost.size === 0 || [...lost].some((line) => !isBypassed(line, linesAt, lost))) return;
  const ends = new Set([...lost].flatMap((line) => [line.from_bus, line.to_bus]));
  for (const cut of overloadedCuts(subject, lineCuts(linesAt, ends, lost), 'emergency')) {
    const { place, carrier, flow, limit } = cut;
    const text = `after contingency ${id} ${inMw(flow)} must flow over ${carrier}, emergency rating ${inMw(limit)}`;
    yield toCause(subject.words, 'CONTINGENCY_LIMIT', place, text, flow - limit);
  }
}

/**
 * The sum of (p_max - p) over the other units must be at least the lost output, so all output must fit into their
 * p_max.
 */
function* generatorOutage({ words, hours, system }: InfeasibleCase, { id, generators }: CaseContingency) {
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

/** A set of buses, and the few lines that connect it to the rest of the network. */
interface LineCut {
  readonly buses: ReadonlySet<number>;
  /** Lines between `buses` and the rest of the network. */
  readonly lines: readonly CaseLine[];
}

/**
 * Cuts around each bus of `near`, and at every bridge that ends at one of these buses, in the network without the lost
 * lines.
 */
function lineCuts(linesAt: LinesAt, near: Iterable<number>, lost: ReadonlySet<CaseLine>): LineCut[] {
  const cuts: LineCut[] = [];
  const bridges = new Set<CaseLine>();
  for (const bus of near) {
    const incident = (linesAt.get(bus) ?? []).filter((line) => !lost.has(line));
    if (incident.length > 1) cuts.push({ buses: new Set([bus]), lines: incident });
    for (const line of incident) {
      const others = new Set([...lost, line]);
      if (bridges.has(line) || isBypassed(line, linesAt, others)) continue;
      bridges.add(line);
      cuts.push({ buses: new Set(busesBehind(line.to_bus, linesAt, others)), lines: [line] });
    }
  }
  return cuts;
}

type LinesAt = ReadonlyMap<number, readonly CaseLine[]>;
const NONE_LOST: ReadonlySet<CaseLine> = new Set();

function linesByBus(lines: readonly CaseLine[]): LinesAt {
  const at = new Map<number, CaseLine[]>();
  for (const line of lines)
    for (const bus of new Set([line.from_bus, line.to_bus])) {
      const incident = at.get(bus);
      if (incident) incident.push(line);
      else at.set(bus, [line]);
    }
  return at;
}

/**
 * True if a path without the lost lines joins the ends of a line. The search alternates between both ends, so a bridge
 * costs no more than the search of its smaller side.
 */
function isBypassed(line: CaseLine, linesAt: LinesAt, lost: ReadonlySet<CaseLine>): boolean {
  const sides = [line.from_bus, line.to_bus].map((end) => ({
    seen: new Set<number>(),
    reached: busesBehind(end, linesAt, lost),
  }));
  for (;;)
    for (const [index, { seen, reached }] of sides.entries()) {
      const { done, value } = reached.next();
      if (done) return false;
      if (sides[1 - index]?.seen.has(value)) return true;
      seen.add(value);
    }
}

/** A bus and all buses that the remaining lines connect to it, nearest first. */
function* busesBehind(bus: number, linesAt: LinesAt, lost: ReadonlySet<CaseLine>): Generator<number> {
  const reached = new Set([bus]);
  // The iteration over a set follows the order of insertion, and includes members that are added meanwhile.
  for (const here of reached) {
    yield here;
    for (const line of linesAt.get(here) ?? []) {
      if (!lost.has(line)) reached.add(line.from_bus === here ? line.to_bus : line.from_bus);
    }
  }
}

/** Cuts whose hard ratings add up to less than the flow that must cross the cut, hour by hour. */
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

/** Rating of a line in each hour, MW; Infinity when it is unlimited or may be overloaded at a price. */
function hardRatings(line: CaseLine, state: 'normal' | 'emergency', hours: readonly number[]): Series {
  if (line.penalty_usd_per_mwh !== undefined) return hours.map(() => Number.POSITIVE_INFINITY);
  return state === 'normal' ? line.rating_mw : line.emergency_rating_mw;
}
