/**
 * Angles of phase shifters, deg, within their limits; flow limits contain their effect (network/shift-factors.ts). An
 * angle with a cost is the difference of two amounts, each of which costs.
 */
import type { MilpBuilder } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { ShiftVariables } from '../variables.ts';

/** `isFree`: true if angles cost nothing. */
export function addShiftColumns(
  milp: MilpBuilder,
  { network: { shifters }, periods }: Pick<Instance, 'network' | 'periods'>,
  isFree = false,
): ShiftVariables {
  const costs = shifters.map(({ cost_usd_per_deg_h: cost = 0 }) => (isFree ? 0 : cost));
  const paid = [...shifters.keys()].filter((k) => (costs[k] ?? 0) > 0);
  const shift = milp.family([...shifters.entries()], periods, ([k, { min_deg, max_deg }]) => {
    const cost = costs[k] ?? 0;
    if (cost === 0) return { lower: min_deg, upper: max_deg };
    return { lower: Math.max(0, min_deg), upper: Math.max(0, max_deg), cost };
  });
  const back = milp.family(paid, periods, (k) => {
    const { min_deg = 0, max_deg = 0 } = shifters[k] ?? {};
    return { lower: Math.max(0, -max_deg), upper: Math.max(0, -min_deg), cost: costs[k] ?? 0 };
  });
  return { shift, shiftBack: (k, t) => (paid.includes(k) ? back(paid.indexOf(k), t) : -1) };
}
