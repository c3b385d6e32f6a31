/** Options of charts over the hours of a horizon: lines, stacked areas, steps and bars. */

import type { EChartsCoreOption } from 'echarts/core';
import { axisTitle, tick } from '../parts/interval.ts';

export interface HourSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  readonly as: 'line' | 'area' | 'step' | 'bar';
  readonly color?: string;
  readonly isDashed?: boolean;
  /** With its own axis at the right. */
  readonly isRight?: boolean;
}

interface HourChart {
  readonly unit: string;
  readonly rightUnit?: string;
  /** What the horizontal axis counts; hours or intervals of the horizon when absent. */
  readonly hourTitle?: string;
  readonly series: readonly HourSeries[];
}

/** Two days fit; more are zoomed into. */
const MANY_HOURS = 72;

export function hourChart({ unit, rightUnit, hourTitle, series }: HourChart): EChartsCoreOption {
  const label = hourTitle === undefined ? tick : String;
  const hours = series.reduce((most, { values }) => Math.max(most, values.length), 0);
  return {
    grid: { left: 8, right: 8, top: 56, bottom: hours > MANY_HOURS ? 64 : 24, containLabel: true },
    legend: { type: 'scroll', top: 0 },
    tooltip: { trigger: 'axis', valueFormatter: (value: number) => value?.toFixed(2) },
    xAxis: {
      type: 'category',
      data: Array.from({ length: hours }, (_, hour) => label(hour)),
      name: hourTitle ?? axisTitle(),
      nameLocation: 'middle',
      nameGap: 22,
    },
    yAxis: [
      { type: 'value', name: unit, scale: series.every(({ as }) => as === 'line') },
      ...(rightUnit ? [{ type: 'value', name: rightUnit, splitLine: { show: false } }] : []),
    ],
    ...(hours > MANY_HOURS && { dataZoom: [{ type: 'slider', height: 22, bottom: 4 }] }),
    series: series.map(toSeries),
  };
}

const toSeries = ({ name, values, as, color, isDashed, isRight }: HourSeries) => ({
  name,
  type: as === 'bar' ? 'bar' : 'line',
  data: Array.from(values),
  showSymbol: false,
  ...(color && { color }),
  ...(as === 'area' && { stack: stackOf(values), areaStyle: { opacity: 0.85 }, lineStyle: { width: 0.5 } }),
  ...(as === 'bar' && { stack: 'bars' }),
  ...(as === 'step' && { step: 'middle' }),
  ...(as !== 'area' && as !== 'bar' && { lineStyle: { width: 2, type: isDashed ? 'dashed' : 'solid' } }),
  ...(isRight && { yAxisIndex: 1 }),
});

/** What is below zero is stacked downwards. */
const stackOf = (values: ArrayLike<number>): string =>
  Array.from(values).some((value) => value < 0) ? 'below' : 'above';
