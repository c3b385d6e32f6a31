/** Which fuel gave how much, day by day and in total. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { Card } from '../parts/elements.tsx';
import { energy, percent } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { type Day, fuelsOf, type Totals } from './days.ts';

interface GenerationProps {
  readonly days: readonly Day[];
  readonly totals: Totals;
}

export function Generation({ days, totals }: GenerationProps) {
  const fuels = fuelsOf(totals);
  const whole = fuels.reduce((sum, [, mwh]) => sum + mwh, 0);
  const names = fuels.map(([fuel]) => fuel);
  const option = useMemo(() => optionOf(days, names), [days, names.join('\n')]);
  return (
    <Card title="Generation by fuel">
      {days.length > 1 && (
        <Chart
          label={`Generation of ${days.length} days by fuel; the most from ${names[0]}.`}
          option={option}
          onClick={({ dataIndex }) => {
            const day = days[dataIndex];
            if (day) go(`/jobs/${day.job_id}`);
          }}
        />
      )}
      <Table
        caption="Energy and share of each fuel"
        rows={fuels}
        keyOf={([fuel]) => fuel}
        columns={[
          { head: 'Fuel', cell: ([fuel]) => fuel },
          { head: 'Energy', isNumber: true, cell: ([, mwh]) => energy(mwh) },
          { head: 'Share', isNumber: true, cell: ([, mwh]) => percent(mwh / whole) },
        ]}
      />
    </Card>
  );
}

const optionOf = (days: readonly Day[], fuels: readonly string[]): EChartsCoreOption => ({
  grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
  legend: { top: 0, type: 'scroll' },
  tooltip: {
    trigger: 'axis',
    axisPointer: { type: 'shadow' },
    valueFormatter: (value: unknown) => (typeof value === 'number' ? energy(value) : ''),
  },
  xAxis: { type: 'category', data: days.map(({ day }) => `day ${day}`) },
  yAxis: { type: 'value', axisLabel: { formatter: energy } },
  series: fuels.map((fuel) => ({
    name: fuel,
    type: 'bar',
    stack: 'all',
    barCategoryGap: '15%',
    data: days.map(({ totals }) => totals?.generation.get(fuel) ?? 0),
  })),
});
