/** What a solve found, at a glance. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { Card, Notice } from '../parts/elements.tsx';
import { count, duration, money, percent } from '../parts/format.ts';
import { OutcomeBadge } from '../parts/objective.tsx';
import { Table } from '../parts/table.tsx';
import type { ResultViewProps, Summary } from '../results/view.ts';
import { Convergence, Figure } from './running.tsx';
import { TERMINATIONS } from './words.ts';

export const SummaryView = ({ summary }: ResultViewProps) => (
  <>
    <Card title="Outcome">
      {summary.verdict && (
        <Notice tone={summary.verdict.kept ? 'good' : 'warning'}>
          {summary.verdict.sentences.join(' ')}
        </Notice>
      )}
      <p>
        <OutcomeBadge of={{ ...summary, penalty_usd: summary.cost_breakdown?.penalty_usd ?? 0 }} />{' '}
        {TERMINATIONS[summary.termination_status]}
      </p>
      <dl class="figures">
        <Figure name="Cost of operation" value={money(summary.total_cost_usd)} />
        <Figure name="+ Penalties" value={money(summary.cost_breakdown?.penalty_usd)} />
        {summary.cost_breakdown?.stored_value_usd !== undefined && (
          <Figure name="− Value of stored energy" value={money(summary.cost_breakdown.stored_value_usd)} />
        )}
        <Figure name="= Objective" value={money(summary.objective_value)} />
        <Figure name="Proven bound" value={money(summary.lower_bound_usd)} />
        <Figure name="Gap" value={percent(summary.mip_gap)} />
        <Figure name="Solve time" value={duration(summary.solve_time_s)} />
        <Figure name="Nodes" value={count(summary.node_count)} />
      </dl>
      {summary.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </Card>
    {summary.convergence && summary.convergence.length > 1 && (
      <Card title="The search">
        <Convergence points={summary.convergence} elapsed={summary.solve_time_s} />
      </Card>
    )}
    {summary.cost_breakdown && <Costs breakdown={summary.cost_breakdown} />}
  </>
);

const PARTS = [
  ['energy_usd', 'Energy'],
  ['no_load_usd', 'No-load'],
  ['startup_usd', 'Start-up'],
  ['shutdown_usd', 'Stops'],
  ['penalty_usd', 'Penalties'],
  ['stored_value_usd', 'Value of stored energy'],
] as const;

function Costs({ breakdown }: { readonly breakdown: NonNullable<Summary['cost_breakdown']> }) {
  const rows = PARTS.flatMap(([field, text]) => {
    const usd = breakdown[field];
    return usd === undefined ? [] : [{ text, usd: field === 'stored_value_usd' ? -usd : usd }];
  });
  const objective = rows.reduce((sum, { usd }) => sum + usd, 0);
  const option = useMemo(() => costOption(rows), [breakdown]);
  const largest = rows.reduce((most, row) => (row.usd > most.usd ? row : most));
  return (
    <Card title="Objective by part">
      <Chart
        label={`Objective by part; the largest is ${largest.text}: ${money(largest.usd)}`}
        option={option}
        height={190}
      >
        <Table
          caption="Parts of the objective"
          keyOf={({ text }) => text}
          rows={[...rows, { text: 'Objective', usd: objective }]}
          columns={[
            { head: 'Part', cell: ({ text }) => text },
            { head: 'Amount', isNumber: true, cell: ({ usd }) => money(usd) },
            { head: 'Share', isNumber: true, cell: ({ usd }) => percent(objective ? usd / objective : 0) },
          ]}
        />
      </Chart>
    </Card>
  );
}

const costOption = (rows: readonly { readonly text: string; readonly usd: number }[]) => ({
  grid: { left: 16, right: 24, top: 8, bottom: 8, containLabel: true },
  tooltip: { trigger: 'item' },
  xAxis: { type: 'value', axisLabel: { formatter: (usd: number) => money(usd), hideOverlap: true } },
  yAxis: { type: 'category', inverse: true, data: rows.map(({ text }) => text) },
  series: [{ type: 'bar', name: '$', barMaxWidth: 28, data: rows.map(({ usd }) => usd) }],
});
