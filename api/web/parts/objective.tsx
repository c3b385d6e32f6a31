/** What a solve found, as every list shows it: its status, and its objective with the penalties within. */
import { Badge } from './elements.tsx';
import { hasPenalties, money, type Penalized } from './format.ts';

interface Found extends Penalized {
  readonly termination_status: string | null;
  readonly end_reason?: string | null | undefined;
}
interface Valued extends Penalized {
  readonly objective_value: number | null;
}

/** Amber where load is not served or limits are exceeded: an optimum of that case, but no plain success. */
export function OutcomeBadge({ of }: { readonly of: Found }) {
  const { termination_status: status, end_reason } = of;
  if (!status) return null;
  return (
    <>
      {hasPenalties(of) ? (
        <Badge text={`${status} with penalties`} tone="warning" />
      ) : (
        <Badge text={status} />
      )}
      {status === 'FEASIBLE' && <small> {end_reason?.replace('_', ' ')}</small>}
    </>
  );
}

export const Objective = ({ of }: { readonly of: Valued }) => (
  <>
    {money(of.objective_value)}
    {hasPenalties(of) && (
      <>
        <br />
        <small>penalties {money(of.penalty_usd)}</small>
      </>
    )}
  </>
);
