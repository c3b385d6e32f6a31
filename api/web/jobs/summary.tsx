/** What a solve found, at a glance. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { Badge, Card, Notice } from '../parts/elements.tsx';
import { count, duration, money, percent } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import type { ResultViewProps, Summary } from '../results/view.ts';
import { Convergence, Figure } from './running.tsx';
import { TERMINATIONS } from './words.ts';

export const SummaryView = ({ summary }: ResultViewProps) => (
  <>
    <Card title="Outcome">
      <p>
        <Badge text={summary.termination_status} /> {TERMINATIONS[summary.termination_status]}
      </p>
      <dl class="figures">
        <Figure name="Total cost" value={money(summary.total_cost_usd)} />
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
    {summary.cost_breakdown && <Costs breakdown={summary.cost_breakdown} total={summary.total_cost_usd} />}
  </>
);

const PARTS = [
  ['energy_usd', 'Energy'],
  ['no_load_usd', 'No-load'],
  ['startup_usd', 'Start-up'],
  ['shutdown_usd', 'Stops'],
  ['penalty_usd', 'Penalties'],
  ['stored_value_usd', 'Left in storage'],
] as const;

interface CostsProps {
  readonly breakdown: NonNullable<Summary['cost_breakdown']>;
  readonly total: number | null;
}

function Costs({ breakdown, total }: CostsProps) {
  const rows = PARTS.flatMap(([field, text]) => {
    const usd = breakdown[field];
    return usd === undefined ? [] : [{ text, usd }];
  });
  const option = useMemo(() => costOption(rows), [breakdown]);
  const largest = rows.reduce((most, row) => (row.usd > most.usd ? row : most));
  return (
    <Card title="Cost by part">
      <Chart
        label={`Cost by part; the largest is ${largest.text}: ${money(largest.usd)}`}
        option={option}
        height={190}
      >
        <Table
          caption="Cost of each part"
          keyOf={({ text }) => text}
          rows={[...rows, { text: 'Total', usd: total ?? 0 }]}
          columns={[
            { head: 'Part', cell: ({ text }) => text },
            { head: 'Cost', isNumber: true, cell: ({ usd }) => money(usd) },
            { head: 'Share', isNumber: true, cell: ({ usd }) => percent(total ? usd / total : 0) },
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
  series: [{ type: 'bar', name: 'Cost', barMaxWidth: 28, data: rows.map(({ usd }) => usd) }],
});
