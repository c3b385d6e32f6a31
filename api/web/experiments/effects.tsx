/** Tornado chart and table: effect of each variable on a figure, the largest first. */
import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { PALETTE } from '../charts/color-scale.ts';
import { Empty, Loaded, Notice } from '../parts/elements.tsx';
import { plain } from '../parts/format.ts';
import { usePlace } from '../parts/router.ts';
import { Table } from '../parts/table.tsx';
import type { Load } from '../parts/use-load.ts';
import { type Effect, type EffectFigure, effectsOf, type LeftOut, leftOut } from './effects.ts';
import { FigureChoice, type ResultProps } from './result-table.tsx';
import { figureOf, variableText } from './rows.ts';
import type { Summary } from './summary.tsx';

const NAMES: readonly EffectFigure[] = [
  'objective_value',
  'avg_lmp_usd_per_mwh',
  'max_lmp_usd_per_mwh',
  'startups',
];

interface EffectsProps extends ResultProps {
  readonly summary: Load<Summary>;
}

export function Effects({ rows, variables, summary: load }: EffectsProps) {
  const { query } = usePlace();
  const figure = NAMES.find((name) => name === query['figure']) ?? 'objective_value';
  return (
    <>
      <FigureChoice figures={NAMES.map(figureOf)} shown={figure} />
      <Loaded load={load}>
        {(summary) => (
          <>
            {summary.scenarios_without_schedule > 0 && (
              <Notice tone="warning">
                {summary.scenarios_without_schedule} of {summary.scenarios_completed} scenarios have no
                schedule and are left out of means and effects, so variables that cause infeasibility look
                weaker than they are. Left out at {outText(leftOut(rows, variables)) || 'all levels alike'}.
              </Notice>
            )}
            <Tornado effects={effectsOf(summary, figure)} figure={figure} variables={variables} />
          </>
        )}
      </Loaded>
    </>
  );
}

const outText = (levels: readonly LeftOut[]): string =>
  levels
    .map(({ name, level, without, of }) => `${variableText(name)} ${level}: ${without} of ${of}`)
    .join('; ');

interface TornadoProps {
  readonly effects: readonly Effect[];
  readonly figure: EffectFigure;
  readonly variables: readonly string[];
}

const WORDS = { rises: 'rises with it', falls: 'falls with it', mixed: 'neither' } as const;

function Tornado({ effects, figure, variables }: TornadoProps) {
  const { text, format } = figureOf(figure);
  const option = useMemo(() => optionOf(effects, format), [effects, format]);
  const unknown = variables.filter((variable) => !effects.some(({ name }) => name === variable));
  if (effects.length === 0) return <Empty>An effect needs two feasible values of a variable.</Empty>;
  return (
    <>
      <p>
        Range of the mean {text.toLowerCase()} over each variable’s levels.
        {unknown.length > 0 &&
          ` ${unknown.map(variableText).join(', ')}: not available, only one level is feasible.`}
      </p>
      <Chart
        label={`Effect of ${effects.length} variables on ${text.toLowerCase()}; strongest: ${effects[0]?.name}.`}
        option={option}
        height={80 + 34 * effects.length}
      />
      <Table
        caption={`Effects on ${text.toLowerCase()}`}
        rows={effects}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Variable', cell: ({ name }) => variableText(name) },
          { head: 'Effect', isNumber: true, cell: ({ spread }) => format(spread) },
          { head: text, cell: ({ direction }) => WORDS[direction] },
          { head: 'Per unit', isNumber: true, cell: ({ slope }) => plain(slope) },
          { head: 'Correlation', isNumber: true, cell: ({ correlation }) => plain(correlation) },
        ]}
      />
    </>
  );
}

const COLOR = { rises: PALETTE[5], falls: PALETTE[0], mixed: PALETTE[8] } as const;

function optionOf(effects: readonly Effect[], format: (value: number) => string): EChartsCoreOption {
  return {
    grid: { left: 8, right: 90, top: 8, bottom: 24, containLabel: true },
    tooltip: { valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '') },
    xAxis: { type: 'value', axisLabel: { formatter: format, hideOverlap: true } },
    yAxis: { type: 'category', inverse: true, data: effects.map(({ name }) => variableText(name)) },
    series: [
      {
        type: 'bar',
        barMaxWidth: 22,
        label: {
          show: true,
          position: 'right',
          color: 'inherit',
          formatter: ({ value }: { value: number }) => format(value),
        },
        data: effects.map(({ spread, direction }) => ({
          value: spread,
          itemStyle: { color: COLOR[direction] },
        })),
      },
    ],
  };
}
