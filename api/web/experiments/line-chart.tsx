/** A figure over the one variable of an experiment; a scenario without a schedule has a triangle. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { PALETTE } from '../charts/color-scale.ts';
import { count, plain } from '../parts/format.ts';
import { go, usePlace } from '../parts/router.ts';
import { FigureChoice, type ResultProps } from './result-table.tsx';
import { type Figure, figureOf, figuresOf, pathOf, type Row, sortRows, valueText } from './rows.ts';

export function LineChart({ rows, variables: [name = ''] }: ResultProps) {
  const { query } = usePlace();
  const figure = figureOf(query['figure']);
  const sorted = useMemo(() => sortRows(rows, name), [rows, name]);
  const option = useMemo(() => lineOption(sorted, name, figure), [sorted, name, figure]);
  const without = sorted.filter((row) => row[figure.name] === null).length;
  return (
    <>
      <FigureChoice figures={figuresOf(rows)} shown={figure.name} />
      <Chart
        label={`${figure.text} over ${name}, ${count(sorted.length)} scenarios, ${count(without)} of them without it; the table says the same in numbers.`}
        option={option}
        onClick={({ dataIndex }) => {
          const row = sorted[dataIndex];
          if (row) go(pathOf(row));
        }}
      />
      {without > 0 && <p>Triangles, at the lowest value of all, are scenarios without a schedule.</p>}
    </>
  );
}

function lineOption(rows: readonly Row[], name: string, figure: Figure): EChartsCoreOption {
  const values = rows.map((row) => row.values[name]);
  const found = rows.flatMap((row) => row[figure.name] ?? []);
  const low = Math.min(...found);
  const isNumeric = values.every((value) => typeof value === 'number');
  const x = (at: number) => (isNumeric ? values[at] : valueText(values[at]));
  return {
    grid: { left: 16, right: 24, top: 40, bottom: 36, containLabel: true },
    tooltip: {
      trigger: 'item',
      formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
        `${name} ${valueText(values[dataIndex])}\n${figure.text} ${figure.format(rows[dataIndex]?.[figure.name])}`,
    },
    xAxis: {
      type: isNumeric ? 'value' : 'category',
      scale: true,
      name,
      nameLocation: 'middle',
      nameGap: 26,
      ...(isNumeric && { axisLabel: { formatter: plain } }),
    },
    yAxis: { type: 'value', scale: true, name: figure.text, axisLabel: { formatter: figure.format } },
    series: [
      {
        type: 'line',
        symbolSize: 8,
        data: rows.map((row, at) => [x(at), row[figure.name] ?? '-']),
      },
      {
        type: 'scatter',
        symbol: 'triangle',
        color: PALETTE[5],
        data: rows.map((row, at) => [x(at), row[figure.name] === null ? low : '-']),
      },
    ],
  };
}
