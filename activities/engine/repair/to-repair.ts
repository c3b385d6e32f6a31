/** Changes -> entries of a repair; each new value is rounded outward, away from the old one. */
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Lever } from './lever.ts';
import type { Change } from './solve-elastic.ts';

/** Decimals of MW and MWh. */
const DECIMALS = 3;
/** A remainder up to this is the solver's rounding. */
const REMAINDER = 1e-5;

/** A repair and the lever that it moves. */
export interface Move {
  readonly repair: Repair;
  readonly lever: Lever;
}

/** `widening`: the share by which every change grows. */
export const toMoves = (changes: readonly Change[], widening = 0): Move[] =>
  changes.map(({ lever, amount }) => {
    const { element_type, element_id, field, hour, from, direction, integer, most } = lever;
    const change = Math.min(most, amount * (1 + widening));
    const to = outward((from ?? 0) + direction * change, direction, integer ? 0 : DECIMALS);
    const limited = direction < 0 ? Math.max(to, (from ?? 0) - most) : to;
    return {
      lever,
      repair: { action: 'set', element_type, element_id, hour, field, from, to: limited + 0 },
    };
  });

function outward(value: number, direction: 1 | -1, decimals: number): number {
  const scale = 10 ** decimals;
  const steps = value * scale;
  const margin = decimals === 0 ? 1e-3 : REMAINDER * scale;
  return (direction > 0 ? Math.ceil(steps - margin) : Math.floor(steps + margin)) / scale;
}
