/** MW between the flow that a binding constraint reports and the recomputed one. */
import { at } from './at.ts';
import type { Schedule } from './schedule.ts';

/** `flows` has shape [horizon][lines], MW, after `contingency` (null = base case). */
export function* misreportedBindings(
  { grid, result }: Schedule,
  flows: readonly Float64Array[],
  contingency: string | null,
): Iterable<number> {
  for (const binding of result.binding_constraints) {
    if (binding.contingency_id !== contingency) continue;
    const line = grid.lines.findIndex(({ id }) => id === binding.line_id);
    yield Math.abs(binding.flow_mw - at(flows[binding.hour] ?? [], line));
  }
}
