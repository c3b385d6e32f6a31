/** Whether a change can take a value: a solver for `solver`, 0 to 1 for `mip_gap`, else any finite number. */
import { SOLVERS } from '../solvers.ts';
import type { Change, ChangeTarget } from './change.ts';

export const acceptsValue = ({ targets }: Change, value: number | string): boolean =>
  targets.every((target) => fits(target, value));

function fits(target: ChangeTarget, value: number | string): boolean {
  if ('setting' in target && target.setting === 'solver') return SOLVERS.some((known) => known === value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return !('setting' in target) || (value >= 0 && value <= 1);
}
