/** Between which costs the optimum of a what-if lies, as its exact solve goes on. */
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { CostInterval } from '../../temporal/case/messages/what-if.ts';

export type Ends = Pick<CostInterval, 'lower_usd' | 'upper_usd'>;

/** Bound and incumbent of the exact solve so far; its own bound and gap once it has ended. */
export function endsOf({
  objective_value: cost,
  mip_gap,
  progress_detail,
  termination_status,
}: JobStatusReply): Ends {
  if (termination_status === null)
    return { lower_usd: progress_detail?.bound ?? null, upper_usd: progress_detail?.incumbent ?? null };
  const bound = cost === null || mip_gap == null ? null : cost - mip_gap * Math.abs(cost);
  return { lower_usd: bound, upper_usd: cost };
}

/** Both hold the optimum, and so does what they have in common; ends that cross do so by rounding. */
export function narrowed(seen: Ends, found: Ends): Ends {
  const least = Math.max(seen.lower_usd ?? -Infinity, found.lower_usd ?? -Infinity);
  const upper = Math.max(
    Math.min(seen.upper_usd ?? Infinity, found.upper_usd ?? Infinity),
    seen.lower_usd ?? -Infinity,
  );
  return { lower_usd: finite(Math.min(least, upper)), upper_usd: finite(upper) };
}

const finite = (usd: number): number | null => (Number.isFinite(usd) ? usd : null);
