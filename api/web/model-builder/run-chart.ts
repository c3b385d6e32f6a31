/**
 * Chart of the hours of a run: output, load and prices. It equals the chart in the control room of a job, with dates, a
 * tooltip and zoom added (pure).
 */
import type { EChartsCoreOption } from 'echarts/core';
import { plain, power, price } from '../parts/format.ts';
import { periodCell, periodName } from '../parts/interval.ts';
import type { Room } from '../results/room.ts';
import { roomOption } from '../results/room-chart.ts';

/** Fields that ECharts passes to the tooltip for each series. */
interface Pointed {
  readonly dataIndex: number;
  readonly seriesName: string;
  readonly seriesType: string;
  readonly marker: string;
}

/** Parts of chart options that this file changes. */
interface Part {
  readonly left?: number;
  readonly data?: readonly unknown[];
  readonly axisLabel?: object;
}
const partsOf = (value: unknown): Part[] => [value].flat() as Part[];

/** Margin on the right, px: half a handle of the zoom slider. */
const RIGHT = 8;

/** Options of the chart. `room`: data of the drawn hours; `hours`: positions of these hours in the run. */
export function runOption(room: Room, hours: readonly number[]): EChartsCoreOption {
  const option = roomOption(room, { from: 0, to: room.hours });
  const [grids, axes] = [partsOf(option['grid']), partsOf(option['xAxis'])];
  const leftMargin = grids[0]?.left ?? 0;
  const dated = (_: unknown, at: number): string => periodCell(hours[at] ?? (hours.at(-1) ?? 0) + 1);
  return {
    ...option,
    // Both grids have the same width, however long the labels of their axes are, so that their hours are aligned.
    grid: grids.map((grid) => ({ ...grid, right: RIGHT, outerBoundsMode: 'none' })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    legend: {
      type: 'scroll',
      top: 0,
      left: leftMargin + 24,
      right: 0,
      data: sourcesOf(room).map(([name]) => name),
    },
    tooltip: { trigger: 'axis', formatter: (pointed: readonly Pointed[]) => tip(room, hours, pointed) },
    xAxis: axes.map((axis) => ({
      ...axis,
      data: axis.data?.map(dated),
      axisLabel: { ...axis.axisLabel, interval: 'auto' },
    })),
    yAxis: partsOf(option['yAxis']).map((axis) => ({
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: plain },
    })),
    dataZoom: [
      {
        type: 'slider',
        xAxisIndex: axes.map((_, at) => at),
        left: leftMargin,
        right: RIGHT,
        height: 20,
        bottom: 4,
      },
    ],
  };
}

/** Series of the chart, from the bottom of the stack up; series that are always zero are omitted. */
const sourcesOf = ({ layers, unserved, charging, load }: Room): [name: string, values: Float64Array][] =>
  [
    ...layers,
    { name: 'Not served', values: unserved },
    { name: 'Charging', values: charging },
    { name: 'Load', values: load },
  ].flatMap(({ name, values }) => (values.some((mw) => mw !== 0) ? [[name, values]] : []));

/** Text of the tooltip: output by source, from the top of the stack to the bottom; then prices. */
function tip(room: Room, hours: readonly number[], pointed: readonly Pointed[]): string {
  const at = (pointed.find(({ seriesType }) => seriesType === 'bar') ?? pointed[0])?.dataIndex ?? 0;
  const markers = new Map(pointed.map(({ seriesName, marker }) => [seriesName, marker]));
  const sources = sourcesOf(room)
    .toReversed()
    .filter(([, values]) => Math.abs(values[at] ?? 0) >= 0.05);
  const { prices } = room;
  return [
    periodName(hours[at]),
    ...sources.map(([name, values]) => `${markers.get(name) ?? ''}${name}  ${power(values[at])}`),
    ...(prices && Number.isFinite(prices.mean[at]) ? [`Price  ${price(prices.mean[at])}`] : []),
    ...(prices && Number.isFinite(prices.low[at])
      ? [`At buses  ${price(prices.low[at])} to ${price(prices.high[at])}`]
      : []),
  ].join('\n');
}
