/** Summary of a result: outcome, warnings, hourly charts (the control room), costs and figures of the solve. */
import { terminationText } from '../../client/result-words.ts';
import { Card, Figure, Money, Notice } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, duration, hasPenalties, money, percent, shortMoney } from '../parts/format.ts';
import { named } from '../parts/interval.ts';
import { ControlRoom } from '../results/control-room.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { Why } from '../results/why.tsx';
import { Convergence } from './running.tsx';

/** Number of warnings above which the rest are collapsed, so that the schedule stays visible. */
const MOST_WARNINGS = 2;

const Warnings = ({ of }: { readonly of: readonly string[] }) =>
  of.length <= MOST_WARNINGS ? (
    <div>
      {of.map((warning) => (
        <Notice key={warning} tone="warning">
          {named(warning)}
        </Notice>
      ))}
    </div>
  ) : (
    <details>
      <summary>{count(of.length)} warnings</summary>
      <ul>
        {of.map((warning) => (
          <li key={warning}>{named(warning)}</li>
        ))}
      </ul>
    </details>
  );

export const SummaryView = ({ job, summary, kept }: ResultViewProps) => (
  <>
    <Card>
      <Outcome summary={summary} />
      <Warnings of={summary.warnings} />
      {summary.total_cost_usd !== null && (
        <ControlRoom job={job} kept={kept}>
          <Costs summary={summary} kept={kept} />
          {summary.total_emissions_t !== undefined && (
            <Figure name="CO2" value={`${count(summary.total_emissions_t)} t`} />
          )}
        </ControlRoom>
      )}
    </Card>
    <Card>
      <Fold title="Solve details">
        <dl class="figures">
          <Figure name="Objective" value={money(summary.objective_value)} />
          <Figure name="Proven bound" value={money(summary.lower_bound_usd)} />
          <Figure name="Solve time" value={duration(summary.solve_time_s)} />
          <Figure name="Nodes" value={count(summary.node_count)} />
        </dl>
        {summary.convergence && summary.convergence.length > 1 && (
          <Convergence points={summary.convergence} elapsed={summary.solve_time_s} />
        )}
      </Fold>
    </Card>
  </>
);

/** Statement on load served and limits kept, and quality of the schedule. */
function Outcome({ summary }: Pick<ResultViewProps, 'summary'>) {
  const { verdict } = summary;
  const words = terminationText(summary, percent);
  if (!verdict) return <p>{words}</p>;
  return (
    <Notice tone={verdict.kept ? 'good' : 'warning'}>
      {named(verdict.sentences.join(' '))} {words}
    </Notice>
  );
}

/** Operating cost, penalties and stored energy, which make up the objective, and the gap. */
function Costs({ summary, kept }: Pick<ResultViewProps, 'summary' | 'kept'>) {
  const { cost_breakdown: parts } = summary;
  const worth = [
    ['− Value of stored energy', parts?.stored_value_usd],
    ['− Demand of bids', parts?.bid_value_usd],
  ] as const;
  const hasParts =
    hasPenalties({ penalty_usd: parts?.penalty_usd }) || worth.some(([, usd]) => usd !== undefined);
  return (
    <>
      <Figure
        name="Operating cost"
        value={
          <Why of={{ kind: 'cost' }}>
            <Money of={summary.total_cost_usd} />
          </Why>
        }
        note={kept?.usd === undefined ? undefined : `${shortMoney(kept.usd)} of it kept`}
      />
      {hasParts && <Figure name="+ Penalties" value={<Money of={parts?.penalty_usd} />} />}
      {worth.map(
        ([name, usd]) => usd !== undefined && <Figure key={name} name={name} value={<Money of={usd} />} />,
      )}
      {hasParts && <Figure name="= Objective" value={<Money of={summary.objective_value} />} />}
      <Figure name="Gap, proven" value={percent(summary.mip_gap)} />
    </>
  );
}
