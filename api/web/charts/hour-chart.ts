/** Options of charts over the hours of a horizon: stacked areas and steps, as what is scheduled holds for a whole hour. */
import type { EChartsCoreOption } from 'echarts/core';
import { exact } from '../parts/format.ts';
import { axisTitle, periodCell, tick } from '../parts/interval.ts';

export interface HourSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** `area`: one upon the other, and below zero one under the other; `bar`: beside each other. */
  readonly as: 'line' | 'area' | 'step' | 'bar';
  /** `ink`: that of the text of the page. */
  readonly color?: string;
  readonly isDashed?: boolean;
  readonly isHatched?: boolean;
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
  const hours = series.reduce((most, { values }) => Math.max(most, values.length), 0);
  // A part of a long horizon that is zoomed into may have no midnight, whose tick has the date.
  const label = hourTitle !== undefined ? String : hours > MANY_HOURS ? periodCell : tick;
  const unitOf = ({ isRight }: HourSeries): string => (isRight && rightUnit ? rightUnit : unit);
  return {
    grid: { left: 8, right: 8, top: 48, bottom: hours > MANY_HOURS ? 64 : 24, containLabel: true },
    legend: { type: 'scroll', top: 0 },
    tooltip: { trigger: 'axis', order: 'seriesDesc' },
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
    series: series.map((each) => toSeries(each, unitOf(each))),
  };
}

const HATCHES = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [3, 4], rotation: -Math.PI / 4 };

export const toSeries = (
  { name, values, as, color, isDashed, isHatched, isRight }: HourSeries,
  unit: string,
) => ({
  name,
  // However little it is, what is hatched is seen; 0 is nothing.
  data: Array.from(values, (value) => (isHatched && value === 0 ? null : value)),
  tooltip: {
    valueFormatter: (value: unknown) => (typeof value === 'number' ? `${exact(value)} ${unit}` : '–'),
  },
  ...(color && { color }),
  ...(as === 'area' || as === 'bar'
    ? { type: 'bar', ...(as === 'area' && { stack: 'all', barCategoryGap: '0%' }) }
    : {
        type: 'line',
        // A single hour has no line.
        showSymbol: values.length === 1,
        lineStyle: { width: 2, type: isDashed ? 'dashed' : 'solid' },
        ...(as === 'step' && { step: 'middle' }),
      }),
  ...(isHatched && {
    barMinHeight: 6,
    itemStyle: { decal: { ...HATCHES, color: 'rgb(255 255 255 / 60%)' } },
  }),
  ...(isRight && { yAxisIndex: 1 }),
});
