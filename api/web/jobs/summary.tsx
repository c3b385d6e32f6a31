/** What a solve found, at a glance. */
import { Card, Figure, Money, Notice } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, duration, hasPenalties, money, percent } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import { ControlRoom } from '../results/control-room.tsx';
import type { ResultViewProps, Summary } from '../results/view.ts';
import { Why } from '../results/why.tsx';
import { Convergence } from './running.tsx';
import { ENDINGS, TERMINATIONS } from './words.ts';

/** More of them are folded, as they would push the schedule out of sight. */
const MOST_WARNINGS = 2;

const Warnings = ({ of }: { readonly of: readonly string[] }) =>
  of.length <= MOST_WARNINGS ? (
    <div>
      {of.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </div>
  ) : (
    <details>
      <summary>{count(of.length)} warnings</summary>
      <ul>
        {of.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );

export const SummaryView = ({ job, summary }: ResultViewProps) => (
  <>
    <Card>
      {summary.verdict && (
        <Notice tone={summary.verdict.kept ? 'good' : 'warning'}>
          {summary.verdict.sentences.join(' ')}
        </Notice>
      )}
      <Warnings of={summary.warnings} />
      <p>
        {TERMINATIONS[summary.termination_status]} {summary.end_reason && ENDINGS[summary.end_reason]}
      </p>
      {summary.total_cost_usd !== null && (
        <ControlRoom job={job}>
          <Costs summary={summary} />
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
        </dl>
        {summary.convergence && summary.convergence.length > 1 && (
          <Convergence points={summary.convergence} elapsed={summary.solve_time_s} />
        )}
      </Fold>
    </Card>
    {summary.cost_breakdown && (
      <Card>
        <Fold title="Objective by part">
          <CostParts breakdown={summary.cost_breakdown} />
        </Fold>
      </Card>
    )}
  </>
);

/** Cost of operation and penalties make the objective, which the gap is of. */
function Costs({ summary }: Pick<ResultViewProps, 'summary'>) {
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

const PARTS = [
  ['energy_usd', 'Energy'],
  ['no_load_usd', 'No-load'],
  ['startup_usd', 'Start-up'],
  ['shutdown_usd', 'Stops'],
  ['penalty_usd', 'Penalties'],
  ['stored_value_usd', 'Value of stored energy'],
] as const;

function CostParts({ breakdown }: { readonly breakdown: NonNullable<Summary['cost_breakdown']> }) {
  const rows = PARTS.flatMap(([field, text]) => {
    const usd = breakdown[field];
    return usd === undefined ? [] : [{ text, usd: field === 'stored_value_usd' ? -usd : usd }];
  });
  const objective = rows.reduce((sum, { usd }) => sum + usd, 0);
  return (
    <Table
      caption="Parts of the objective"
      keyOf={({ text }) => text}
      rows={[...rows, { text: 'Objective', usd: objective }]}
      columns={[
        { head: 'Part', cell: ({ text }) => text },
        { head: 'Amount', isNumber: true, cell: ({ usd }) => <Why of={{ kind: 'cost' }}>{money(usd)}</Why> },
        { head: 'Share', isNumber: true, cell: ({ usd }) => percent(objective ? usd / objective : 0) },
      ]}
    />
  );
}
