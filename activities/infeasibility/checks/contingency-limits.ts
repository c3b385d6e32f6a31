/**
 * Contingencies that no dispatch survives: lines that remain at a bus cannot carry what it must draw or
 * send, or the units that remain cannot produce what the lost ones must.
 */
import type { Contingency } from '../../../temporal/messages/network.ts';
import { at } from '../at.ts';
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { type InfeasibleCase, MARGIN_MW } from '../infeasible-case.ts';
import { islandBuses } from '../island-buses.ts';
import { lineCuts } from '../line-cuts.ts';
import { overloadedCuts } from '../overloaded-cuts.ts';
import { sum } from '../sum.ts';
import { staticHigh, thermalRange } from '../thermal-range.ts';

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
  const { buses } = subject.system;
  if (lost.length === 0 || islandBuses(buses, left).length > subject.islands.length) return;
  const ends = new Set(lost.flatMap((line) => [line.from_bus, line.to_bus]));
  for (const cut of overloadedCuts(subject, lineCuts(left, ends), 'emergency')) {
    const { hour, place, carrier, flow, limit } = cut;
    const message = `Hour ${hour}: after contingency ${id} ${inMw(flow)} must flow over ${carrier}, emergency rating ${inMw(limit)}`;
    yield elementCause('CONTINGENCY_LIMIT', { ...place, hour }, message, flow - limit);
  }
}

/** sum over the others of (p_max - p) >= lost output, so all output fits into their p_max. */
function* generatorOutage({ hours, system }: InfeasibleCase, { id, generators = [] }: Contingency) {
  if (generators.length === 0) return;
  const others = system.units.filter((unit) => !generators.includes(unit.generator.name));
  for (const hour of hours) {
    const { need, low } = thermalRange(system, hour);
    const capacity = sum(others, (unit) => staticHigh(unit, hour));
    const output = Math.max(need, low);
    if (!(output - capacity > MARGIN_MW)) continue;
    const message = `Hour ${hour}: after contingency ${id} the other units can produce ${inMw(capacity)} of the ${inMw(output)} needed, load ${inMw(at(system.load, hour))}`;
    const place = { element_type: 'contingency', element_id: id, hour } as const;
    yield elementCause('CONTINGENCY_LIMIT', place, message, output - capacity);
  }
}
