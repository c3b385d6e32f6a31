/** Which fuel gave how much, day by day. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { dayName } from '../parts/dates.ts';
import { go } from '../parts/router.ts';
import { type Day, fuelsOf, type Totals } from './days.ts';
import { energyBars } from './energy-bars.ts';

interface GenerationProps {
  readonly days: readonly Day[];
  readonly totals: Totals;
}

export function Generation({ days, totals }: GenerationProps) {
  const names = fuelsOf(totals).map(([fuel]) => fuel);
  const option = useMemo(
    () =>
      energyBars(
        days.map(({ day, start_time }) => dayName(start_time) ?? `day ${day}`),
        names.map((fuel) => [fuel, days.map(({ totals: of }) => of?.generation.get(fuel) ?? 0)]),
      ),
    [days, names.join('\n')],
  );
  return (
    <Chart
      label={`Generation of ${days.length} days by fuel; the most from ${names[0]}.`}
      option={option}
      onClick={({ dataIndex }) => {
        const day = days[dataIndex];
        if (day) go(`/jobs/${day.job_id}`);
      }}
    />
  );
}
