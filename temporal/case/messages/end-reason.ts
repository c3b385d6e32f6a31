/** Reasons why a solve ended, as given in status, result and record. */
export const END_REASONS = [
  'proven',
  'gap_reached',
  'time_limit',
  'stopped',
  'cancelled',
  'memory',
  'infeasible',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export const END_REASON_MEANING =
  'Why the solve ended: `proven` (optimal), `gap_reached` (within the requested gap), `time_limit`, `stopped` (asked to end with its incumbent), `cancelled`, `memory` (the solver ran out of it or crashed, and this is the best it had), `infeasible`';

/** Relative gaps up to this size are rounding. */
const ROUNDING = 1e-7;

interface Ended {
  readonly termination_status: string;
  readonly mip_gap: number | null;
}

/**
 * Reason why a solve ended. `early`: the reason to use if the search ended without a proof of optimality and before it
 * reached the gap.
 */
export function endReasonOf({ termination_status, mip_gap }: Ended, early: EndReason): EndReason {
  if (termination_status === 'INFEASIBLE') return 'infeasible';
  if (termination_status !== 'OPTIMAL') return early;
  return (mip_gap ?? 0) <= ROUNDING ? 'proven' : 'gap_reached';
}
