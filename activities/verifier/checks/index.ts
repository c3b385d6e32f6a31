/** All checks, in the order of the certificate. */
import { auditNetwork } from '../network-audit.ts';
import type { Rule } from '../rule.ts';
import type { Schedule } from '../schedule.ts';
import { contingencyLimits } from './contingency-limits.ts';
import { cost } from './cost.ts';
import { initialState } from './initial-state.ts';
import { lineLimits } from './line-limits.ts';
import { lmpDecomposition } from './lmp-decomposition.ts';
import { minDowntime } from './min-downtime.ts';
import { minUptime } from './min-uptime.ts';
import { outputLimits } from './output-limits.ts';
import { powerBalance } from './power-balance.ts';
import { prices } from './prices.ts';
import { ramp } from './ramp.ts';
import { reserve } from './reserve.ts';
import { startupShutdownRamp } from './startup-shutdown-ramp.ts';
import { storage } from './storage.ts';

export function rulesFor(schedule: Schedule): readonly Rule[] {
  const audit = auditNetwork(schedule);
  return [
    powerBalance,
    outputLimits,
    ramp,
    minUptime,
    minDowntime,
    initialState,
    startupShutdownRamp,
    reserve,
    lineLimits(audit),
    contingencyLimits(audit),
    storage,
    cost,
    lmpDecomposition(audit),
    prices(audit),
  ];
}
