/** Line chart of a figure over one variable, and parallel coordinates of all variables. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { PALETTE } from '../charts/color-scale.ts';
import { Empty } from '../parts/elements.tsx';
import { count, plain } from '../parts/format.ts';
import { go, usePlace } from '../parts/router.ts';
import { FigureChoice, type ResultProps } from './result-table.tsx';
import {
  FIGURES,
  type Figure,
  figureOf,
  figuresOf,
  pathOf,
  type Row,
  sortRows,
  type Value,
  valueText,
  variableText,
} from './rows.ts';

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
        label={`${figure.text} over ${name}, ${count(sorted.length)} scenarios, ${count(without)} without it; see the table for numbers.`}
        option={option}
        onClick={({ dataIndex }) => {
          const row = sorted[dataIndex];
          if (row) go(pathOf(row));
        }}
      />
      {without > 0 && <p>Triangles mark scenarios without a schedule.</p>}
    </>
  );
}

function lineOption(rows: readonly Row[], name: string, figure: Figure): EChartsCoreOption {
  const values = rows.map((row) => row.values[name]);
  const figureValues = rows.flatMap((row) => row[figure.name] ?? []);
  const low = Math.min(...figureValues);
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
      { type: 'line', symbolSize: 8, data: rows.map((row, at) => [x(at), row[figure.name] ?? '-']) },
      {
        type: 'scatter',
        symbol: 'triangle',
        color: PALETTE[5],
        data: rows.map((row, at) => [x(at), row[figure.name] === null ? low : '-']),
      },
    ],
  };
}

const NAMES: readonly string[] = [
  'objective_value',
  'avg_lmp_usd_per_mwh',
  'max_lmp_usd_per_mwh',
  'startups',
];
const SHOWN = FIGURES.filter(({ name }) => NAMES.includes(name));
const COLORS = ['#0072b2', '#56b4e9', '#e69f00', '#d55e00'];

export function Parallel({ rows, variables }: ResultProps) {
  const solved = useMemo(() => rows.filter(({ objective_value }) => objective_value !== null), [rows]);
  const option = useMemo(() => optionOf(solved, variables), [solved, variables.join()]);
  if (solved.length === 0) return <Empty>No scenario has a schedule yet.</Empty>;
  return (
    <>
      <p>
        Drag along an axis to filter; click a line to open its job. Colours show the objective; the table has
        the numbers.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide chart must scroll by keyboard, too. */}
      <section class="table-scroll" tabIndex={0} aria-label="Parallel coordinates">
        <div style={{ minWidth: `${5 * (variables.length + SHOWN.length)}rem` }}>
          <Chart
            label={`${solved.length} scenarios as lines through ${variables.join(', ')}, objective, price and starts.`}
            option={option}
            height={420}
            onClick={({ dataIndex }) => {
              const row = solved[dataIndex];
              if (row) go(pathOf(row));
            }}
          />
        </div>
      </section>
    </>
  );
}

function optionOf(rows: readonly Row[], variables: readonly string[]): EChartsCoreOption {
  const costs = rows.map(({ objective_value }) => objective_value ?? 0);
  return {
    parallel: { left: 50, right: 70, top: 50, bottom: 30 },
    parallelAxis: [
      ...variables.map((name, dim) => ({
        dim,
        name: variableText(name),
        ...axisOf(rows.map(({ values }) => values[name])),
      })),
      ...SHOWN.map(({ text }, at) => ({ dim: variables.length + at, name: text, scale: true })),
    ],
    visualMap: {
      show: false,
      dimension: variables.length + SHOWN.findIndex(({ name }) => name === 'objective_value'),
      min: Math.min(...costs),
      max: Math.max(...costs),
      inRange: { color: COLORS },
    },
    series: [
      {
        type: 'parallel',
        lineStyle: { width: 1.5, opacity: 0.7 },
        emphasis: { lineStyle: { width: 4, opacity: 1 } },
        data: rows.map((row) => [
          ...variables.map((name) => row.values[name] ?? BASE),
          ...SHOWN.map(({ name }) => row[name] ?? '-'),
        ]),
      },
    ],
  };
}

const BASE = 'base case';

/** Axis of a variable: a numeric axis, or categories if any value is a word or the base value. */
function axisOf(values: readonly (Value | undefined)[]) {
  if (values.every((value) => typeof value === 'number')) return { scale: true };
  return { type: 'category', data: [...new Set(values.map((value) => String(value ?? BASE)))] };
}
