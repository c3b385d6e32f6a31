/** All checks, in the order of the certificate. */
import type { IndependentBound } from '../bound/independent-bound.ts';
import type { NetworkAudit } from '../network-audit.ts';
import type { Rule } from '../rule.ts';
import { bound } from './bound.ts';
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

export function rulesFor(audit: NetworkAudit, independent: IndependentBound | undefined): readonly Rule[] {
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
    bound(independent),
    lmpDecomposition(audit),
    prices(audit),
  ];
}
