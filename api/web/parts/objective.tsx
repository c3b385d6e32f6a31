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

/** What ended a search before its proof or its gap. */
const EARLY: Readonly<Record<string, string>> = {
  time_limit: 'time limit',
  stopped: 'stopped',
  memory: 'out of memory',
};

/** Amber where load is not served or limits are exceeded: an optimum of that case, but no plain success. */
export function OutcomeBadge({ of }: { readonly of: Found }) {
  const { termination_status: status, end_reason } = of;
  if (!status) return null;
  const early = EARLY[end_reason ?? ''];
  return (
    <>
      {hasPenalties(of) ? (
        <Badge text={`${status} with penalties`} tone="warning" />
      ) : (
        <Badge text={status} />
      )}
      {early && <small> {early}</small>}
    </>
  );
}

export const objectiveText = (of: Valued): string =>
  `${money(of.objective_value)}${hasPenalties(of) ? `, penalties ${money(of.penalty_usd)}` : ''}`;

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
