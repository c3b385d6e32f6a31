/** All checks, in the order of the certificate. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { IndependentBound } from '../bound/independent-bound.ts';
import { familyRules } from '../families/index.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import type { Rule } from '../schedule/schedule.ts';
import { bound, cost } from './cost.ts';
import { contingencyLimits, lineLimits } from './flow-limits.ts';
import { lmpDecomposition } from './lmp-decomposition.ts';
import { outputLimits } from './output-limits.ts';
import { powerBalance } from './power-balance.ts';
import { prices } from './prices.ts';
import { ramp, startupShutdownRamp } from './ramps.ts';
import { reserve } from './reserve.ts';
import { storage } from './storage.ts';
import { initialState, minDowntime, minUptime } from './times.ts';

export function rulesFor(
  payload: SolvePayload,
  audit: NetworkAudit,
  independent: IndependentBound | undefined,
): readonly Rule[] {
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
    ...familyRules(payload),
    cost,
    bound(independent),
    lmpDecomposition(audit),
    prices(audit),
  ];
}
