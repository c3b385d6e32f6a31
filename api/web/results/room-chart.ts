/** Chart of dispatch, with prices below on the same axis of hours. Pure. */
import type { EChartsCoreOption } from 'echarts/core';
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { LEFT, type Span, STEPS } from '../charts/heat-cells.ts';
import { type HourSeries, toSeries } from '../charts/hour-chart.ts';
import { plain } from '../parts/format.ts';
import { tick } from '../parts/interval.ts';
import { type PriceBand, type PriceCut, priceCut, type Room } from './room.ts';

/** Height of the chart of dispatch, px. The next constant: height of the chart of prices. */
const STACK = 220;
const BAND = 90;
const GAP = 30;
export const CHART_HEIGHT = 20 + STACK + GAP + BAND + 24;

export const PRICE_COLOR = '#3b73b9';

/** Supply and charging as stacked layers, and the load as a line. */
function supplySeries({ layers, load, charging, unserved }: Room): HourSeries[] {
  const has = (values: Float64Array): boolean => values.some((value) => value !== 0);
  const area = 'area' as const;
  return [
    ...layers.map((layer) => ({ ...layer, as: area })),
    ...(has(unserved)
      ? [{ name: 'Not served', values: unserved, as: area, color: UNSERVED_COLOR, isHatched: true }]
      : []),
    ...(has(charging) ? [{ name: 'Charging', values: charging, as: area, color: colorOf('storage') }] : []),
    { name: 'Load', values: load, as: 'step', color: 'ink' },
  ];
}

/** Greatest length of a label without a date, and of labels with and without. */
const SHORT = 3;
const [MOST_DATES, MOST_HOURS] = [10, 24];

const OF_EDGES = { boundaryGap: false, position: 'bottom', show: false };

export function roomOption(room: Room, { from, to }: Span): EChartsCoreOption {
  const { prices, charging, unserved, load } = room;
  const labels = Array.from({ length: to - from }, (_, i) => tick(from + i));
  // The axis of the heat map below has its labels at these hours too.
  const most = labels.some(({ length }) => length > SHORT) ? MOST_DATES : MOST_HOURS;
  const every = STEPS.find((step) => (to - from) / step <= most) ?? 720;
  const axisLabel = { interval: (at: number) => at % every === 0, hideOverlap: true };
  // Two axes of hours, because bars and marks are drawn at the middle of an hour, but lines from its beginning to its
  // end.
  const axes = (gridIndex: number, show: boolean) => [
    {
      type: 'category',
      data: labels,
      gridIndex,
      axisLabel: { ...axisLabel, show },
      axisTick: { show: false },
    },
    { type: 'category', data: [...labels, ''], gridIndex, ...OF_EDGES },
  ];
  const valueAxis = (name: string) => ({ type: 'value', name, nameGap: 8, nameTextStyle: { align: 'left' } });
  const grid = { left: LEFT, right: 0 };
  const deepest = Math.min(0, ...charging);
  const cut = prices && priceCut(prices);
  return {
    tooltip: { show: false },
    grid: [
      { ...grid, top: 20, height: prices ? STACK : STACK + GAP + BAND },
      ...(prices ? [{ ...grid, top: 20 + STACK + GAP, height: BAND }] : []),
    ],
    xAxis: [...axes(0, !prices), ...(prices ? axes(1, true) : [])],
    yAxis: [
      // The axis ends at the largest charging power, not at the next tick.
      { ...valueAxis('MW'), ...ends(deepest < 0 ? { min: deepest } : {}) },
      ...(cut ? [{ ...valueAxis(inWords(cut)), gridIndex: 1, splitNumber: 3, ...ends(cut) }] : []),
    ],
    series: [
      ...supplySeries(room).map((each) => {
        const values = Array.from(each.values).slice(from, to);
        return { ...toSeries({ ...each, values }, 'MW'), ...(each.as === 'step' && edges(values, 1)) };
      }),
      { ...marks(from, to, (hour) => (unserved[hour] ? load[hour] : undefined)), ...POINTING_DOWN },
      ...(prices && cut ? priceSeries(prices, cut, { from, to }) : []),
    ],
  };
}

/** Ends of an axis. The label of an end that is between two ticks is hidden. */
const ends = ({ min, max }: PriceCut) => ({
  ...{ min, max },
  axisLabel: { showMinLabel: min === undefined, showMaxLabel: max === undefined },
});

const inWords = ({ max, min }: PriceCut): string =>
  `$/MWh${max === undefined ? '' : `   ▲ above ${plain(max)}`}${min === undefined ? '' : `   ▼ below ${plain(min)}`}`;

/** Series on the axis for lines. Each value is drawn from the beginning to the end of its hour. */
const edges = (values: readonly number[], xAxisIndex: number) => ({
  ...{ xAxisIndex, step: 'end', showSymbol: false },
  data: [...values, values.at(-1)],
});

/** Triangles in the hours for which `heightAt` returns a height. */
const marks = (from: number, to: number, heightAt: (hour: number) => number | undefined) => ({
  ...{ type: 'scatter', symbol: 'triangle', symbolSize: 9, color: UNSERVED_COLOR },
  data: Array.from({ length: to - from }, (_, i) => [i, heightAt(from + i) ?? null]),
});
const POINTING_DOWN = { symbolRotate: 180, symbolOffset: [0, -12] };

/**
 * Band from the lowest to the highest price, line of the mean price, and marks in hours with prices beyond the axis.
 */
function priceSeries({ low, mean, high }: PriceBand, { max, min }: PriceCut, { from, to }: Span) {
  const line = (name: string, values: Float64Array) => ({
    ...{ name, type: 'line', yAxisIndex: 1, color: PRICE_COLOR },
    ...edges([...values.subarray(from, to)], 3),
  });
  const band = { stack: 'band', stackStrategy: 'all', lineStyle: { width: 0 } };
  const spread = high.map((price, hour) => price - (low[hour] ?? 0));
  return [
    { ...line('Lowest', low), ...band },
    { ...line('Highest', spread), ...band, areaStyle: { opacity: 0.25 } },
    { ...line('Mean', mean), lineStyle: { width: 2 } },
    {
      ...marks(from, to, (hour) => ((high[hour] ?? 0) > (max ?? Infinity) ? max : undefined)),
      ...{ xAxisIndex: 2, yAxisIndex: 1 },
      symbolOffset: [0, 7],
    },
    {
      ...marks(from, to, (hour) => ((low[hour] ?? 0) < (min ?? -Infinity) ? min : undefined)),
      ...{ xAxisIndex: 2, yAxisIndex: 1 },
      ...POINTING_DOWN,
    },
  ];
}
