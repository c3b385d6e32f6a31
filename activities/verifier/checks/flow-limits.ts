/**
 * Base-case flows of an own DC load flow within the normal ratings plus the reported overflow of soft
 * lines, and equal to the reported flows; DC lines within their limits  [MW].
 */

import type { Contingency } from '../../../temporal/case/messages/network.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, unknownKeys } from '../schedule/series.ts';

export const lineLimits = (audit: NetworkAudit): Rule => ({
  name: 'line_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* strangers(schedule);
    yield* audit.baseExcesses;
    yield* dcExcesses(schedule);
    const { grid, hours, result } = schedule;
    for (const [position, line] of grid.lines.entries()) {
      const reported = readSeries(result.flows_mw, line.id, hours.length);
      for (const hour of hours) {
        yield Math.abs(at(reported, hour) - at(audit.flows?.[hour] ?? [], position));
      }
      if (!line.soft) continue;
      for (const mw of readSeries(result.overflow_mw, line.id, hours.length)) yield -mw;
    }
  },
});

function* dcExcesses({ dcLines, hours, result }: Schedule): Iterable<number> {
  yield* unknownKeys(
    result.dc_flow_mw,
    dcLines.map(({ line: { id } }) => id),
  );
  for (const { line, power } of dcLines) {
    for (const hour of hours) {
      yield line.least - at(power, hour);
      yield at(power, hour) - line.most;
    }
  }
}

function* strangers({ grid, hours, payload, result }: Schedule): Iterable<number> {
  const known = grid.lines.length > 0 ? (payload.transmission_lines ?? []) : [];
  const ids = known.map((line) => line.id);
  yield* unknownKeys(result.flows_mw, ids);
  yield* unknownKeys(
    result.overflow_mw,
    known.filter((line) => line.penalty_usd_per_mwh !== undefined).map((line) => line.id),
  );
  for (const { hour, line_id } of result.binding_constraints) {
    if (hours[hour] === undefined || !ids.includes(line_id)) yield Number.POSITIVE_INFINITY;
  }
}

/**
 * Preventive N-1. Lines: flows of a DC load flow without the lost lines within the emergency ratings plus
 * the reported overflow; outages that split an island are not considered. Generators: the online headroom
 * of the others, sum (p_max - p), covers what the lost ones produce  [MW].
 */
export const contingencyLimits = (audit: NetworkAudit): Rule => ({
  name: 'contingency_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* audit.contingencyExcesses;
    if (schedule.jobType !== 'scuc') return;
    for (const contingency of schedule.payload.contingencies ?? []) {
      if (contingency.enabled !== false) yield* headroomExcesses(schedule, contingency);
    }
  },
});

function* headroomExcesses({ hours, units }: Schedule, { generators = [] }: Contingency) {
  if (generators.length === 0) return;
  for (const hour of hours) {
    let shortfall = 0;
    for (const unit of units) {
      const output = at(unit.output, hour);
      if (generators.includes(unit.generator.name)) shortfall += output;
      else if (unit.on[hour]) shortfall -= at(unit.pMax, hour) - output;
    }
    yield shortfall;
  }
}
