/** The months of a run: how far it is, what each fuel gave, and what storage took and gave. */
import { useMemo } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import type { Execution } from '../../client/runs.ts';
import { Chart } from '../charts/chart.tsx';
import { Card } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, energy } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import { numbersIn } from './days.ts';
import { energyBars } from './energy-bars.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;
type Month = Report['by_month'][number];

/** A network without a date has no months; one is in the other tables. */
export function Months({ report: { by_month: months, by_fuel } }: { readonly report: Report }) {
  const option = useMemo(() => {
    const fuels = months.map((month) => new Map(numbersIn(month.generation_mwh_by_fuel)));
    const names = [...new Set(fuels.flatMap((of) => [...of.keys()]))];
    return barsOf(
      months,
      names.map((fuel) => [fuel, fuels.map((of) => of.get(fuel) ?? 0)]),
    );
  }, [months]);
  if (months.length < 2) return null;
  const [most] = by_fuel.toSorted((a, b) => b.generation_mwh - a.generation_mwh);
  return (
    <Fold title="Energy by month">
      <Chart
        label={`Energy of ${months.length} months by fuel; the most from ${most?.group ?? 'units without one'}.`}
        option={option}
      />
    </Fold>
  );
}

const barsOf = (months: readonly Month[], sources: Parameters<typeof energyBars>[1]) =>
  energyBars(
    months.map(({ month }) => month),
    sources,
  );

export function StorageUse({ report: { by_month: months, storage } }: { readonly report: Report }) {
  const option = useMemo(
    () =>
      barsOf(months, [
        ['given', months.map((month) => month.discharged_mwh)],
        ['taken', months.map((month) => -month.charged_mwh)],
      ]),
    [months],
  );
  if (storage.length === 0) return null;
  return (
    <Fold title="Storage">
      {months.length > 1 && (
        <Chart label="What storage gave and took, by month." option={option} height={220} />
      )}
      <Table
        caption="Use of each storage"
        rows={storage}
        keyOf={(row) => row.storage}
        columns={[
          { head: 'Storage', cell: (row) => row.storage },
          { head: 'Given', isNumber: true, cell: (row) => energy(row.discharged_mwh) },
          { head: 'Taken', isNumber: true, cell: (row) => energy(row.charged_mwh) },
          { head: 'Cycles', isNumber: true, cell: (row) => count(row.cycles) },
        ]}
      />
    </Fold>
  );
}

interface MonthProgressProps {
  readonly months: NonNullable<Execution['months']>;
}

/** The months of a run that are solved side by side; its days are there when they are joined. */
export const MonthProgress = ({ months }: MonthProgressProps) => (
  <Card title="Months, solved side by side">
    <Table
      caption="How far the months are"
      rows={months.map((month, at) => ({
        ...month,
        name: month.start_time?.slice(0, 'YYYY-MM'.length) ?? `${at + 1}`,
      }))}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Month', cell: ({ name }) => name },
        { head: 'Days solved', isNumber: true, cell: (row) => count(row.windows_done) },
        { head: 'Of', isNumber: true, cell: (row) => count(row.windows_total) },
      ]}
    />
  </Card>
);
