/** Which fuel gave how much, day by day and in total. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { dayName } from '../parts/dates.ts';
import { Card } from '../parts/elements.tsx';
import { energy, percent } from '../parts/format.ts';
import { go } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import { type Day, fuelsOf, type Totals } from './days.ts';
import { energyBars } from './energy-bars.ts';

interface GenerationProps {
  readonly days: readonly Day[];
  readonly totals: Totals;
}

export function Generation({ days, totals }: GenerationProps) {
  const fuels = fuelsOf(totals);
  const whole = fuels.reduce((sum, [, mwh]) => sum + mwh, 0);
  const names = fuels.map(([fuel]) => fuel);
  const option = useMemo(
    () =>
      energyBars(
        days.map(({ day, start_time }) => dayName(start_time) ?? `day ${day}`),
        names.map((fuel) => [fuel, days.map(({ totals: of }) => of?.generation.get(fuel) ?? 0)]),
      ),
    [days, names.join('\n')],
  );
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
