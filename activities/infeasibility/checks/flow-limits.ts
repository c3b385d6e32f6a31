/** Flow limits that cannot be kept, with all lines in service and after contingencies. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Contingency } from '../../../temporal/case/messages/network.ts';
import { islandBuses, overloadedCuts } from '../ranges/cuts.ts';
import { type InfeasibleCase, MARGIN_MW, sum } from '../ranges/infeasible-case.ts';
import { lineCuts } from '../ranges/line-cuts.ts';
import { staticHigh, thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause, inMw } from './cause.ts';

/** Buses whose lines together cannot carry what they must draw or send. */
export const lineLimits: CauseFinder = function* (subject) {
  const { words } = subject;
  const cuts = lineCuts(subject.lines, subject.system.buses);
  for (const { hour, place, carrier, flow, limit } of overloadedCuts(subject, cuts, 'normal')) {
    const message = `${words.at(hour)}: ${inMw(flow)} must flow over ${carrier}, rated ${inMw(limit)}`;
    yield elementCause('LINE_LIMIT', { ...place, hour }, message, flow - limit);
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
  const { words, system } = subject;
  const { buses } = system;
  if (lost.length === 0 || islandBuses(buses, left).length > subject.islands.length) return;
  const ends = new Set(lost.flatMap((line) => [line.from_bus, line.to_bus]));
  for (const cut of overloadedCuts(subject, lineCuts(left, ends), 'emergency')) {
    const { hour, place, carrier, flow, limit } = cut;
    const message = `${words.at(hour)}: after contingency ${id} ${inMw(flow)} must flow over ${carrier}, emergency rating ${inMw(limit)}`;
    yield elementCause('CONTINGENCY_LIMIT', { ...place, hour }, message, flow - limit);
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
    const message = `${words.at(hour)}: after contingency ${id} the other units can produce ${inMw(capacity)} of the ${inMw(output)} needed, load ${inMw(knownAt(system.load, hour))}`;
    const place = { element_type: 'contingency', element_id: id, hour } as const;
    yield elementCause('CONTINGENCY_LIMIT', place, message, output - capacity);
  }
}
