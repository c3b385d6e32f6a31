/** Settlement: what every participant earns at each kind of prices, and the uplift that each kind leaves. */
import { useMemo } from 'preact/hooks';
import { Card } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { busName, money } from '../parts/format.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { FigureTable, number } from './figure-table.tsx';
import type { Result } from './pack.ts';
import { pricedMoney } from './price-words.ts';
import { Fields } from './result-data.tsx';
import type { ResultViewProps } from './view.ts';

const PRICES = [
  ['lmp', 'LMPs'],
  ['convex_hull', 'Convex hull prices'],
] as const;

type Settlement = NonNullable<Result['settlement']>;
type Settled = NonNullable<Settlement['lmp']>;

const TOTALS = [
  ['Uplift', 'total_uplift_usd'],
  ['Make-whole payments', 'make_whole_payment_usd'],
  ['Congestion rent', 'congestion_rent_usd'],
  ["Operator's shortfall", 'operator_shortfall_usd'],
  ['Dual value', 'dual_value_usd'],
] as const satisfies readonly (readonly [string, keyof Settled])[];

export const Earnings = ({ job }: ResultViewProps) => (
  <Fields jobId={job.job_id} result={['settlement']}>
    {({ settlement = {} }) => <Settlements settlement={settlement} />}
  </Fields>
);

function Settlements({ settlement }: { readonly settlement: Settlement }) {
  const { query } = usePlace();
  const kinds = PRICES.filter(([kind]) => settlement[kind]);
  const [kind, text] = kinds.find(([each]) => each === query['prices']) ?? kinds[0] ?? PRICES[0];
  const rows = useMemo(() => (settlement[kind]?.participants ?? []).map(rowOf), [settlement, kind]);
  const format = kind === 'lmp' ? pricedMoney : money;
  return (
    <>
      <Card title="Settlement">
        <p>
          Uplift is what a participant loses by the schedule: its largest profit at these prices within its
          own limits, less its profit as scheduled.
        </p>
        <Table
          caption="Totals of the settlement"
          rows={TOTALS}
          keyOf={([name]) => name}
          columns={[
            { head: 'Total', cell: ([name]) => name },
            ...kinds.map(([each, head]) => ({
              head,
              isNumber: true,
              cell: ([, field]: (typeof TOTALS)[number]) =>
                (each === 'lmp' ? pricedMoney : money)(settlement[each]?.[field]),
            })),
          ]}
        />
      </Card>
      <Card
        title={`What everybody earns at ${text}`}
        actions={
          kinds.length > 1 && (
            <Choice label="Prices" value={kind} options={kinds} onValue={(prices) => setQuery({ prices })} />
          )
        }
      >
        <FigureTable
          caption="Participants"
          label="Find a participant or kind"
          sort="-uplift"
          rows={rows}
          columns={[
            { head: 'Participant', sort: 'name', cell: ({ name }) => name },
            { head: 'Kind', sort: 'kind', cell: (row) => row.kind },
            number('Energy', 'energy', format),
            number('Reserve', 'reserve', format),
            number('Cost', 'cost', format),
            number('Profit', 'profit', format),
            number('Uplift', 'uplift', format),
            number('Make-whole', 'whole', format),
          ]}
        />
      </Card>
    </>
  );
}

const rowOf = (each: Settled['participants'][number]) => ({
  name: busName(each.name),
  kind: each.kind.replace('dc_line', 'DC line'),
  energy: each.energy_revenue_usd,
  reserve: each.reserve_revenue_usd,
  cost: each.cost_usd,
  profit: each.energy_revenue_usd + each.reserve_revenue_usd - each.cost_usd,
  uplift: each.uplift_usd,
  whole: each.make_whole_payment_usd,
});
