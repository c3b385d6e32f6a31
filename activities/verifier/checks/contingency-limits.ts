/**
 * Preventive N-1. Lines: flows of a DC load flow without the lost lines within the emergency ratings plus
 * the reported overflow; outages that split an island are not considered. Generators: the online headroom
 * of the others, sum (p_max - p), covers what the lost ones produce  [MW].
 */
import type { Contingency } from '../../../temporal/messages/network.ts';
import { at } from '../at.ts';
import type { NetworkAudit } from '../network-audit.ts';
import type { Rule } from '../rule.ts';
import type { Schedule } from '../schedule.ts';

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
