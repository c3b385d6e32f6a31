/** Dispatch above prices, on one axis of hours (pure). */
import type { EChartsCoreOption } from 'echarts/core';
import { colorOf, UNSERVED_COLOR } from '../../client/fuels.ts';
import { LEFT } from '../charts/heat-drawing.ts';
import { type HourSeries, toSeries } from '../charts/hour-chart.ts';
import { tick } from '../parts/interval.ts';
import { type PriceBand, priceCut, type Room } from './room.ts';

/** Heights, px. */
const STACK = 260;
const BAND = 110;
const GAP = 34;
export const CHART_HEIGHT = 20 + STACK + GAP + BAND + 24;

export const PRICE_COLOR = '#3b73b9';

type Supply = Pick<Room, 'layers' | 'load' | 'charging' | 'unserved'>;

/** Power that comes and goes, as layers of one stack, and the load over them. */
export function supplySeries({ layers, load, charging, unserved }: Supply): HourSeries[] {
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

export function roomOption(room: Room): EChartsCoreOption {
  const { hours, prices } = room;
  const axis = { type: 'category', data: Array.from({ length: hours }, (_, hour) => tick(hour)) };
  const grid = { left: LEFT, right: 0 };
  const cut = prices && priceCut(prices);
  return {
    tooltip: { show: false },
    grid: [
      { ...grid, top: 20, height: prices ? STACK : STACK + GAP + BAND },
      ...(prices ? [{ ...grid, top: 20 + STACK + GAP, height: BAND }] : []),
    ],
    xAxis: [
      { ...axis, axisLabel: { show: !prices }, axisTick: { show: false } },
      ...(prices ? [{ ...axis, gridIndex: 1, axisTick: { show: false } }] : []),
    ],
    yAxis: [
      { type: 'value', name: 'MW', nameGap: 8 },
      ...(prices
        ? [
            {
              type: 'value',
              gridIndex: 1,
              name: '$/MWh',
              nameGap: 8,
              splitNumber: 3,
              ...(cut && { max: cut }),
            },
          ]
        : []),
    ],
    series: [
      ...supplySeries(room).map((each) => toSeries(each, 'MW')),
      ...(prices ? priceSeries(prices, cut) : []),
    ],
  };
}

/** The lowest price, what the highest is above it as an area, and the mean; a mark where an hour is cut off. */
function priceSeries({ low, mean, high }: PriceBand, cut: number | undefined) {
  const line = {
    type: 'line',
    xAxisIndex: 1,
    yAxisIndex: 1,
    step: 'middle',
    showSymbol: false,
    color: PRICE_COLOR,
  };
  const band = { ...line, stack: 'band', stackStrategy: 'all', lineStyle: { width: 0 } };
  return [
    { ...band, name: 'Lowest', data: [...low] },
    {
      ...band,
      name: 'Highest',
      data: Array.from(high, (price, hour) => price - (low[hour] ?? 0)),
      areaStyle: { opacity: 0.25 },
    },
    { ...line, name: 'Mean', data: [...mean], lineStyle: { width: 2 } },
    {
      type: 'scatter',
      name: 'Above the scale',
      xAxisIndex: 1,
      yAxisIndex: 1,
      symbol: 'triangle',
      symbolSize: 9,
      color: UNSERVED_COLOR,
      data:
        cut === undefined
          ? []
          : [...high].flatMap((price, hour) => (price > cut ? [[hour, 0.95 * cut]] : [])),
    },
  ];
}
