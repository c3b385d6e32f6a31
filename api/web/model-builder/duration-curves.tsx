/** Load and price sorted by size: how many hours reach how much. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { Empty, Figure } from '../parts/elements.tsx';
import { power, price } from '../parts/format.ts';
import { type Day, durationCurve, type Hourly, hoursOf } from './days.ts';

export const DurationCurves = ({ days }: { readonly days: readonly Day[] }) => (
  <div class="grid">
    <Curve title="Load duration" days={days} name="load_mw" format={power} />
    <Curve title="Price duration" days={days} name="average_lmp_usd_per_mwh" format={price} />
  </div>
);

interface CurveProps {
  readonly title: string;
  readonly days: readonly Day[];
  readonly name: Hourly;
  readonly format: (value: number) => string;
}

const SHARES = [0, 10, 50, 90, 100];

function Curve({ title, days, name, format }: CurveProps) {
  const curve = useMemo(() => durationCurve(hoursOf(days, name)), [days, name]);
  const option = useMemo(() => optionOf(curve, format), [curve, format]);
  if (curve.length === 0)
    return (
      <div>
        <h3>{title}</h3>
        <Empty>This run was made before its hours were kept.</Empty>
      </div>
    );
  const at = (share: number): string => format(curve.find(([reached]) => reached >= share)?.[1] ?? 0);
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

const optionOf = (
  curve: readonly (readonly [share: number, value: number])[],
  format: (value: number) => string,
): EChartsCoreOption => ({
  grid: { left: 8, right: 16, top: 12, bottom: 8, containLabel: true },
  tooltip: {
    trigger: 'axis',
    valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : ''),
  },
  xAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value} %' } },
  yAxis: { type: 'value', max: topOf(curve), axisLabel: { formatter: format } },
  series: [{ type: 'line', step: 'end', showSymbol: false, areaStyle: { opacity: 0.15 }, data: curve }],
});

/** A few hours of shortage would press all others to the ground: the axis ends below them. */
function topOf(curve: readonly (readonly [share: number, value: number])[]): number | undefined {
  const usual = curve.find(([share]) => share >= 1)?.[1] ?? 0;
  return usual > 0 && (curve[0]?.[1] ?? 0) > 5 * usual ? Math.ceil(2 * usual) : undefined;
}
