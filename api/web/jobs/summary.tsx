/** What a solve found, at a glance. */
import { Card, Figure, Money, Notice } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, duration, hasPenalties, money, percent, shortMoney } from '../parts/format.ts';
import { named } from '../parts/interval.ts';
import { ControlRoom } from '../results/control-room.tsx';
import type { ResultViewProps } from '../results/view.ts';
import { Why } from '../results/why.tsx';
import { Convergence } from './running.tsx';
import { ENDINGS, terminationText } from './words.ts';

/** More of them are folded, as they would push the schedule out of sight. */
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
      {summary.verdict && (
        <Notice tone={summary.verdict.kept ? 'good' : 'warning'}>
          {named(summary.verdict.sentences.join(' '))}
        </Notice>
      )}
      <Warnings of={summary.warnings} />
      <p>
        {terminationText(summary)} {summary.end_reason && ENDINGS[summary.end_reason]}
      </p>
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
      <Fold title="How it was solved">
        <dl class="figures">
          <Figure name="Objective" value={money(summary.objective_value)} />
          <Figure name="Proven bound" value={money(summary.lower_bound_usd)} />
          <Figure name="Gap" value={percent(summary.mip_gap)} />
          <Figure name="Solve time" value={duration(summary.solve_time_s)} />
          <Figure name="Nodes" value={count(summary.node_count)} />
          <Figure name="Solver" value={`${job.solver} ${summary.solver_version}`} />
        </dl>
        {summary.convergence && summary.convergence.length > 1 && (
          <Convergence points={summary.convergence} elapsed={summary.solve_time_s} />
        )}
      </Fold>
    </Card>
  </>
);

/** Cost of operation and penalties make the objective, which the gap is of. */
function Costs({ summary, kept }: Pick<ResultViewProps, 'summary' | 'kept'>) {
  const { cost_breakdown: parts } = summary;
  const hasParts = hasPenalties({ penalty_usd: parts?.penalty_usd }) || parts?.stored_value_usd !== undefined;
  return (
    <>
      <Figure
        name="Cost of operation"
        value={
          <Why of={{ kind: 'cost' }}>
            <Money of={summary.total_cost_usd} />
          </Why>
        }
        note={kept?.usd === undefined ? undefined : `${shortMoney(kept.usd)} of it kept`}
      />
      {hasParts && <Figure name="+ Penalties" value={<Money of={parts?.penalty_usd} />} />}
      {parts?.stored_value_usd !== undefined && (
        <Figure name="− Value of stored energy" value={<Money of={parts.stored_value_usd} />} />
      )}
      {hasParts && <Figure name="= Objective" value={<Money of={summary.objective_value} />} />}
      <Figure name="Gap, proven" value={percent(summary.mip_gap)} />
    </>
  );
}
