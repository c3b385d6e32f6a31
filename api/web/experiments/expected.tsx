/** What runs with different seeds come to together: adequacy and cost, with the error of their means. */
import type { Reply } from '../../client/client.ts';
import { Card, Loaded } from '../parts/elements.tsx';
import { count, exact } from '../parts/format.ts';
import { type Column, Table } from '../parts/table.tsx';
import { valuesIn, valueText } from './rows.ts';
import { useSummary } from './use-summary.ts';

interface ExpectedProps {
  readonly id: string;
  /** Scenarios that have ended: at each more it is asked again. */
  readonly ended: number;
}

export function Expected(props: ExpectedProps) {
  const load = useSummary(props);
  return (
    <Card title="Over the seeds">
      <Loaded load={load}>
        {({ monte_carlo }) => (
          <>
            {monte_carlo?.groups.map((group) => (
              <Together key={JSON.stringify(group.values)} group={group} hours={monte_carlo.hours} />
            ))}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type MonteCarlo = NonNullable<Reply<'getExperimentsByExperimentIdSummary'>['monte_carlo']>;
type Group = MonteCarlo['groups'][number];

function Together({ group, hours }: { readonly group: Group; readonly hours: number }) {
  const { runs, runs_without_answer: without, unsolved_windows: unsolved } = group;
  const values = Object.entries(valuesIn(group.values)).map(([name, value]) => `${name} ${valueText(value)}`);
  const title = values.join(', ') || 'All runs';
  return (
    <>
      <p>
        {title}: {count(runs)} runs of {count(hours)} h
        {without > 0 && `, ${count(without)} without an answer`}
        {unsolved > 0 && `, ${count(unsolved)} solves of them without a schedule`}.
      </p>
      <Table
        caption={`Expected values: ${title}`}
        columns={COLUMNS}
        rows={rowsOf(group)}
        keyOf={({ name }) => name}
      />
    </>
  );
}

interface Row {
  readonly name: string;
  readonly mean: number;
  readonly error: number | null;
  readonly perYear?: number;
  readonly p5?: number;
  readonly p50?: number;
  readonly p95?: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Figure', cell: ({ name }) => name },
  { head: 'Mean', isNumber: true, cell: ({ mean }) => exact(mean) },
  { head: 'Standard error', isNumber: true, cell: ({ error }) => exact(error) },
  { head: 'P5', isNumber: true, cell: ({ p5 }) => exact(p5) },
  { head: 'P50', isNumber: true, cell: ({ p50 }) => exact(p50) },
  { head: 'P95', isNumber: true, cell: ({ p95 }) => exact(p95) },
  { head: 'Per year', isNumber: true, cell: ({ perYear }) => exact(perYear) },
];

function rowsOf({ eue_mwh, lole_days, lolh_hours, total_cost_usd, unserved_mwh, co2_t }: Group): Row[] {
  const expected = (name: string, of: Group['lole_days']): Row[] =>
    of ? [{ name, mean: of.per_run, error: of.standard_error, perYear: of.per_year }] : [];
  const samples = (name: string, of: Group['co2_t']): Row[] =>
    of ? [{ name, error: of.standard_error, ...of }] : [];
  const [eue] = expected('EUE, MWh', eue_mwh);
  return [
    ...(eue && unserved_mwh ? [{ ...unserved_mwh, ...eue }] : []),
    ...expected('LOLE, days', lole_days),
    ...expected('LOLH, h', lolh_hours),
    ...samples('Cost of operation, $', total_cost_usd),
    ...samples('CO2, t', co2_t),
  ];
}
