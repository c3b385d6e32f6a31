/** The hours of a run as the control room draws them, with what a long horizon needs: dates, a tip, zoom (pure). */
import type { EChartsCoreOption } from 'echarts/core';
import { LEFT } from '../charts/heat-drawing.ts';
import { plain, power, price } from '../parts/format.ts';
import { periodCell, periodName } from '../parts/interval.ts';
import type { Room } from '../results/room.ts';
import { roomOption, supplySeries } from '../results/room-chart.ts';

/** Of the hours, px: half a handle of what zooms. */
const RIGHT = 8;

/** What ECharts tells of a series that is pointed at. */
interface Pointed {
  readonly dataIndex: number;
  readonly seriesName: string;
  readonly marker: string;
}

/** `room`: of the hours that are drawn, which `hours` numbers. */
export function runOption(room: Room, hours: readonly number[]): EChartsCoreOption {
  const option = roomOption(room);
  const supply = supplySeries(room);
  const axes = [option['xAxis']].flat() as object[];
  const grids = [option['grid']].flat() as object[];
  const zoomed = { xAxisIndex: axes.map((_, at) => at) };
  return {
    ...option,
    // Long labels below would make one grid narrower than the other.
    grid: grids.map((grid) => ({ ...grid, right: RIGHT, outerBoundsMode: 'none' })),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    legend: { type: 'scroll', top: 0, left: LEFT + 24, right: 0, data: supply.map(({ name }) => name) },
    tooltip: {
      trigger: 'axis',
      formatter: (pointed: readonly Pointed[]) => tip(room, hours, pointed),
    },
    xAxis: axes.map((axis) => ({ ...axis, data: hours.map(periodCell) })),
    yAxis: ([option['yAxis']].flat() as object[]).map((axis) => ({
      ...axis,
      axisLabel: { formatter: plain },
    })),
    dataZoom: [{ type: 'slider', ...zoomed, left: LEFT, right: RIGHT, height: 20, bottom: 4 }],
  };
}

/** What gives in an hour, from the top of the stack down, and the prices. */
function tip(room: Room, hours: readonly number[], pointed: readonly Pointed[]): string {
  const at = pointed[0]?.dataIndex ?? 0;
  const markers = new Map(pointed.map(({ seriesName, marker }) => [seriesName, marker]));
  const given = supplySeries(room)
    .toReversed()
    .filter(({ values }) => Math.abs(values[at] ?? 0) >= 0.05);
  const { prices } = room;
  return [
    periodName(hours[at]),
    ...given.map(({ name, values }) => `${markers.get(name) ?? ''}${name}  ${power(values[at])}`),
    ...(prices && Number.isFinite(prices.mean[at]) ? [`Price  ${price(prices.mean[at])}`] : []),
    ...(prices && Number.isFinite(prices.low[at])
      ? [`At buses  ${price(prices.low[at])} to ${price(prices.high[at])}`]
      : []),
  ].join('\n');
}
