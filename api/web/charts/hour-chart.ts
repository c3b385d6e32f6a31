/** Options of charts over the hours of a horizon: stacked areas and steps, as what is scheduled holds for a whole hour. */
import type { EChartsCoreOption } from 'echarts/core';
import { exact } from '../parts/format.ts';
import { axisTitle, periodCell, tick } from '../parts/interval.ts';

export interface HourSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** `area`: one upon the other, and below zero one under the other; `bar`: beside each other. */
  readonly as: 'area' | 'step' | 'bar';
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
  /** The hour that the page shows: a line through the chart. */
  readonly hour?: number;
  /** The zeros of both axes stand at one height. */
  readonly isLevel?: boolean;
}

/** Two days fit; more are zoomed into. */
const MANY_HOURS = 72;

export function hourChart({
  unit,
  rightUnit,
  hourTitle,
  series,
  hour,
  isLevel = false,
}: HourChart): EChartsCoreOption {
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
      ...(hour !== undefined && {
        axisPointer: {
          value: hour,
          status: 'show',
          snap: true,
          label: { show: false },
          triggerTooltip: false,
        },
      }),
    },
    yAxis: [
      { type: 'value', name: unit, ...(isLevel && endsOf(series, false)) },
      ...(rightUnit
        ? [
            {
              type: 'value',
              name: rightUnit,
              splitLine: { show: false },
              ...(isLevel && endsOf(series, true)),
            },
          ]
        : []),
    ],
    ...(hours > MANY_HOURS && { dataZoom: [{ type: 'slider', height: 22, bottom: 4 }] }),
    series: series.map((each) => toSeries(each, unitOf(each))),
  };
}

/** Ends of an axis whose zero stands as high as that of the other one; what ends between its ticks has no labels there. */
function endsOf(series: readonly HourSeries[], isRight: boolean) {
  const rangeOf = (right: boolean) => {
    const values = series.flatMap((each) =>
      (each.isRight ?? false) === right ? Array.from(each.values) : [],
    );
    return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
  };
  const below = Math.max(...[true, false].map(rangeOf).map(({ low, high }) => (high > 0 ? -low / high : 0)));
  const { high } = rangeOf(isRight);
  return high > 0
    ? { max: high, min: -below * high, axisLabel: { showMinLabel: below === 0, showMaxLabel: false } }
    : {};
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
        step: 'middle',
      }),
  ...(isHatched && {
    barMinHeight: 6,
    itemStyle: { decal: { ...HATCHES, color: 'rgb(255 255 255 / 60%)' } },
  }),
  ...(isRight && { yAxisIndex: 1 }),
});
