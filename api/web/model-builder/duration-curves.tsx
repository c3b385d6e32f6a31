/** Load and price sorted by size: how many hours reach how much. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import type { Reply } from '../../client/client.ts';
import { Chart } from '../charts/chart.tsx';
import { Figure } from '../parts/elements.tsx';
import { power, price } from '../parts/format.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;
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
  const at = (wanted: number): string => format(points.find(({ share }) => share >= wanted)?.value ?? 0);
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

/** A few hours of shortage would press all others to the ground: the axis ends below them. */
function topOf(points: Points): number | undefined {
  const usual = points.find(({ share }) => share >= 1)?.value ?? 0;
  return usual > 0 && (points[0]?.value ?? 0) > 5 * usual ? Math.ceil(2 * usual) : undefined;
}
