/** All checks, in the order of the certificate. */
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { IndependentBound } from '../bound/independent-bound.ts';
import { familyRules } from '../families/index.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import type { Rule } from '../schedule/schedule.ts';
import { bound, cost } from './cost.ts';
import { contingencyLimits, lineLimits, powerBalance } from './network.ts';
import { lmpDecomposition, prices } from './prices.ts';
import { reserve, storage } from './storage-and-reserve.ts';
import { initialState, minDowntime, minUptime, outputLimits, ramp, startupShutdownRamp } from './units.ts';

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
