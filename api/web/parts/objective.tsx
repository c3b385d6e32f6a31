/** What a solve found, as every list shows it: its status, and its objective with the penalties within. */
import { type Experiment, standingWords } from '../../client/runs.ts';
import { Badge } from './elements.tsx';
import { hasPenalties, money, type Penalized } from './format.ts';

interface Found extends Penalized {
  readonly termination_status: string | null;
  readonly end_reason?: string | null | undefined;
}
/** Coloured by the outcome: a run that has ended as it should may have no schedule at all. */
export function RunBadge({ of }: { readonly of: Pick<Experiment, 'status' | 'outcome'> }) {
  const words = standingWords(of);
  if (of.outcome === null || words === of.status) return <Badge text={words} />;
  return <Badge text={words} tone={OUTCOME_TONES[of.outcome]} />;
}

const OUTCOME_TONES = { solved: 'good', partly_solved: 'warning', unsolved: 'bad' } as const;

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
