/** Charts of a run: energy by month, use of storage, and duration curves of load and price. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { colorOf, FUEL_KINDS, kindOfUnit } from '../../client/fuels.ts';
import type { Execution } from '../../client/runs.ts';
import { Chart } from '../charts/chart.tsx';
import { Card, Figure } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { count, energy, power, price } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import { numbersIn } from './days.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;
type Month = Report['by_month'][number];

/** Chart of energy by month; empty for fewer than two months. */
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
        label={`Energy of ${months.length} months by fuel; largest: ${most?.group ?? 'units without fuel'}.`}
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
        ['discharged', months.map((month) => month.discharged_mwh)],
        ['charged', months.map((month) => -month.charged_mwh)],
      ]),
    [months],
  );
  if (storage.length === 0) return null;
  return (
    <Fold title="Storage">
      {months.length > 1 && (
        <Chart label="Energy discharged and charged by month." option={option} height={220} />
      )}
      <Table
        caption="Use of each storage"
        rows={storage}
        keyOf={(row) => row.storage}
        columns={[
          { head: 'Storage', cell: (row) => row.storage },
          { head: 'Discharged', isNumber: true, cell: (row) => energy(row.discharged_mwh) },
          { head: 'Charged', isNumber: true, cell: (row) => energy(row.charged_mwh) },
          { head: 'Cycles', isNumber: true, cell: (row) => count(row.cycles) },
        ]}
      />
    </Fold>
  );
}

/** Progress of months that are solved in parallel; their days appear once the months are joined. */
export const MonthProgress = ({ months }: { readonly months: NonNullable<Execution['months']> }) => (
  <Card title="Months, solved in parallel">
    <Table
      caption="Progress by month"
      rows={months.map((month, at) => ({
        ...month,
        name: month.start_time?.slice(0, 'YYYY-MM'.length) ?? `${at + 1}`,
      }))}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Month', cell: ({ name }) => name },
        { head: 'Days ended', isNumber: true, cell: (row) => count(row.windows_done) },
        { head: 'Of', isNumber: true, cell: (row) => count(row.windows_total) },
      ]}
    />
  </Card>
);

/** Bars of energy. `sources`: names, each with MWh by label; negative values are stacked downwards. */
const energyBars = (
  labels: readonly string[],
  sources: readonly (readonly [name: string, mwh: readonly number[]])[],
): EChartsCoreOption => ({
  grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
  legend: { top: 0, type: 'scroll' },
  tooltip: {
    trigger: 'axis',
    axisPointer: { type: 'shadow' },
    valueFormatter: (value: unknown) => (typeof value === 'number' ? energy(value) : ''),
  },
  xAxis: { type: 'category', data: labels },
  yAxis: { type: 'value', axisLabel: { formatter: energy } },
  series: sources
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([name, mwh]) => ({
      name,
      type: 'bar',
      stack: 'all',
      ...colored(name),
      barCategoryGap: '15%',
      data: mwh,
    })),
});

/** Colour of a fuel, the same in all charts; empty for an unknown fuel. */
function colored(fuel: string): { readonly color?: string } {
  const kind = kindOfUnit({ name: fuel });
  return kind === 'other' ? {} : { color: colorOf(kind) };
}

const rankOf = (fuel: string): number =>
  FUEL_KINDS.findIndex(({ kind }) => kind === kindOfUnit({ name: fuel }));

type Points = Report['load_duration'];

export const DurationCurves = ({
  report: { load_duration, price_duration },
}: {
  readonly report: Report;
}) => (
  <div class="grid">
    <Curve title="Load duration" points={load_duration} format={power} />
    <Curve title="Price duration" points={price_duration} format={price} />
  </div>
);

interface CurveProps {
  readonly title: string;
  readonly points: Points;
  readonly format: (value: number) => string;
}

const SHARES = [0, 10, 50, 90, 100];

function Curve({ title, points, format }: CurveProps) {
  const option = useMemo(() => optionOf(points, format), [points, format]);
  const at = (minShare: number): string => format(points.find(({ share }) => share >= minShare)?.value ?? 0);
  return (
    <div>
      <h3>{title}</h3>
      <Chart label={`${title}: from ${at(0)} down to ${at(100)}.`} option={option} height={260}>
        <dl class="figures">
          {SHARES.map((share) => (
            <Figure key={share} name={`${share} % of hours`} value={at(share)} />
          ))}
        </dl>
      </Chart>
    </div>
  );
}

const optionOf = (points: Points, format: (value: number) => string): EChartsCoreOption => ({
  grid: { left: 8, right: 16, top: 12, bottom: 8, containLabel: true },
  tooltip: {
    trigger: 'axis',
    valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : ''),
  },
  xAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value} %' } },
  yAxis: { type: 'value', max: topOf(points), axisLabel: { formatter: format } },
  series: [
    {
      type: 'line',
      step: 'end',
      showSymbol: false,
      areaStyle: { opacity: 0.15 },
      data: points.map(({ share, value }) => [share, value]),
    },
  ],
});

/**
 * Upper end of the price axis; undefined for the end that fits all prices. Prices of a few shortage hours may lie above
 * it, so that the other prices stay readable.
 */
function topOf(points: Points): number | undefined {
  const usual = points.find(({ share }) => share >= 1)?.value ?? 0;
  return usual > 0 && (points[0]?.value ?? 0) > 5 * usual ? Math.ceil(2 * usual) : undefined;
}
