/** Load and price of every hour of a run, one after the other; a year is zoomed into. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { hourChart } from '../charts/hour-chart.ts';
import { Card } from '../parts/elements.tsx';
import { count, power } from '../parts/format.ts';
import type { Day, Hourly } from './days.ts';

/** An hour without a value has none in the chart either. */
const seriesOf = (days: readonly Day[], name: Hourly): number[] =>
  days.flatMap(({ hourly, hours }) =>
    Array.from({ length: hours }, (_, hour) => hourly?.[name][hour] ?? Number.NaN),
  );

export function Hours({ days }: { readonly days: readonly Day[] }) {
  const [load, prices] = useMemo(
    () => [seriesOf(days, 'load_mw'), seriesOf(days, 'average_lmp_usd_per_mwh')],
    [days],
  );
  const option = useMemo(
    () =>
      hourChart({
        unit: 'MW',
        rightUnit: '$/MWh',
        series: [
          { name: 'load', values: load, as: 'step', color: 'ink' },
          { name: 'price', values: prices, as: 'step', isRight: true, color: '#d9792b' },
        ],
      }),
    [load, prices],
  );
  const peak = Math.max(...load.filter(Number.isFinite));
  if (!Number.isFinite(peak)) return null;
  return (
    <Card title="Hour by hour">
      <Chart
        label={`Load and average price of ${count(load.length)} hours; the load is at most ${power(peak)}.`}
        option={option}
      />
    </Card>
  );
}
