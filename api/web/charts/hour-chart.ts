/** Options of hourly charts. Values are drawn as steps, because each value holds for a whole hour. */
import type { EChartsCoreOption } from 'echarts/core';
import { exact } from '../parts/format.ts';
import { axisTitle, periodCell, tick } from '../parts/interval.ts';

export interface HourSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** Form of the series. `area`: stacked, with negative values downwards; `bar`: side by side. */
  readonly as: 'area' | 'step' | 'bar';
  /** Colour of the series; `ink` is the colour of the text. */
  readonly color?: string;
  readonly isDashed?: boolean;
  readonly isHatched?: boolean;
  /** True if the series uses the axis on the right. */
  readonly isRight?: boolean;
}

interface HourChart {
  readonly unit: string;
  readonly rightUnit?: string;
  /** Title of the horizontal axis; default: hours or intervals of the horizon. */
  readonly hourTitle?: string;
  readonly series: readonly HourSeries[];
  /** Hour that the page shows, marked by a line in the chart. */
  readonly hour?: number;
  /** True to align the zeros of both axes. */
  readonly isLevel?: boolean;
}

/** Number of hours above which a chart has a zoom slider. */
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
  // Long horizons label every tick with its date: when the chart is zoomed in, no tick at midnight, which would show
  // the date, may be in view.
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

/**
 * Lower and upper end of an axis whose zero is at the same height as the zero of the other axis. Labels of ends that
 * are not at a tick are hidden.
 */
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
  // ECharts draws hatched bars with a minimum height; zeros become null so that they are invisible.
  data: Array.from(values, (value) => (isHatched && value === 0 ? null : value)),
  tooltip: {
    valueFormatter: (value: unknown) => (typeof value === 'number' ? `${exact(value)} ${unit}` : '–'),
  },
  ...(color && { color }),
  ...(as === 'area' || as === 'bar'
    ? { type: 'bar', ...(as === 'area' && { stack: 'all', barCategoryGap: '0%' }) }
    : {
        type: 'line',
        // A line needs two hours, so a single hour is drawn as a symbol.
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
