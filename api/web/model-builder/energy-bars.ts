/** Energy of several sources as stacked bars (pure). */
import type { EChartsCoreOption } from 'echarts/core';
import { colorOf, FUEL_KINDS, kindOfUnit } from '../../client/fuels.ts';
import { energy } from '../parts/format.ts';

/** `sources`: name and MWh for each label; what is below zero is stacked downwards. */
export const energyBars = (
  labels: readonly string[],
  sources: readonly (readonly [name: string, mwh: readonly number[]])[],
): EChartsCoreOption => ({
  grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
  legend: { top: 0, type: 'scroll' },
  tooltip: {
    trigger: 'axis',
    axisPointer: { type: 'shadow' },
    valueFormatter: (value: unknown) => (typeof value === 'number' ? energy(value) : ''),
  },
  xAxis: { type: 'category', data: labels },
  yAxis: { type: 'value', axisLabel: { formatter: energy } },
  series: sources
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([name, mwh]) => ({
      name,
      type: 'bar',
      stack: 'all',
      ...colored(name),
      barCategoryGap: '15%',
      data: mwh,
    })),
});

/** The colour of a fuel that is known, as in all charts; and its place in a stack. */
function colored(fuel: string): { readonly color?: string } {
  const kind = kindOfUnit({ name: fuel });
  return kind === 'other' ? {} : { color: colorOf(kind) };
}

const rankOf = (fuel: string): number =>
  FUEL_KINDS.findIndex(({ kind }) => kind === kindOfUnit({ name: fuel }));
