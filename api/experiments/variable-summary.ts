/** What one variable of an experiment did to its schedules: its levels, and its effect on each figure (pure). */
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import type { ChangeMode, Variable } from '../../temporal/case/messages/matrix.ts';
import { type Line, leastSquares, mean, type Point } from './least-squares.ts';
import type { ScenarioView } from './scenario-view.ts';
import type { ExperimentSummary } from './summary-schema.ts';

type VariableSummary = ExperimentSummary['variables'][number];

/** More say nothing to a reader: such a variable was drawn, not walked through. */
const MAX_LEVELS = 100;

export function summarizeVariable(
  { name, type }: Pick<Variable, 'name' | 'type'>,
  mode: ChangeMode,
  scenarios: readonly ScenarioView[],
): VariableSummary {
  const levels = groupLevels(name, scenarios);
  const tooMany = levels.length > MAX_LEVELS;
  return {
    name,
    type,
    mode,
    levels: tooMany ? [] : levels.map(summarizeLevel),
    levels_omitted: tooMany ? levels.length : 0,
    effect: {
      objective_value: figureEffect(levels, 'objective_value'),
      avg_lmp_usd_per_mwh: figureEffect(levels, 'avg_lmp_usd_per_mwh'),
      max_lmp_usd_per_mwh: figureEffect(levels, 'max_lmp_usd_per_mwh'),
      startups: figureEffect(levels, 'startups'),
    },
  };
}

const summarizeLevel = (level: Level): VariableSummary['levels'][number] => ({
  value: level.value,
  scenarios: level.scenarios.length,
  mean_objective_value: levelMean(level, 'objective_value'),
  mean_avg_lmp_usd_per_mwh: levelMean(level, 'avg_lmp_usd_per_mwh'),
  mean_startups: levelMean(level, 'startups'),
});

interface Level {
  readonly value: number | string;
  readonly scenarios: readonly ScenarioView[];
}

/** Scenarios by the level of one variable, in the order of the levels; those that leave it alone are left out. */
function groupLevels(name: string, scenarios: readonly ScenarioView[]): Level[] {
  const groups = new Map<number | string, ScenarioView[]>();
  for (const scenario of scenarios) {
    const value = scenario.values[name];
    if (value === undefined) continue;
    const group = groups.get(value);
    if (group) group.push(scenario);
    else groups.set(value, [scenario]);
  }
  return [...groups].map(([value, members]) => ({ value, scenarios: members })).sort(byValue);
}

/** Not the order of a language: the same everywhere. */
function byValue({ value: a }: Level, { value: b }: Level): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** Figures that a summary speaks of; a scenario without a schedule has none of them. */
type Figure = keyof Pick<
  ScenarioView,
  'objective_value' | 'avg_lmp_usd_per_mwh' | 'max_lmp_usd_per_mwh' | 'startups'
>;

/** Mean over the scenarios of one level that have the figure; null where none has. */
function levelMean({ scenarios }: Level, figure: Figure): number | null {
  const average = mean(scenarios.flatMap((scenario) => scenario[figure] ?? []));
  return average === null ? null : rounded(average);
}

/** How one figure follows one variable, all other variables ignored. */
interface FigureEffect {
  /** Per unit of the variable; null for text. */
  readonly slope: number | null;
  readonly correlation: number | null;
  /** Largest minus smallest mean of a level. */
  readonly spread: number;
}

const NO_LINE = { slope: null, correlation: null };

/** Null where fewer than two levels have the figure. */
function figureEffect(levels: readonly Level[], figure: Figure): FigureEffect | null {
  const means = levels.flatMap((level) => levelMean(level, figure) ?? []);
  if (means.length < 2) return null;
  return { ...(lineOf(levels, figure) ?? NO_LINE), spread: rounded(Math.max(...means) - Math.min(...means)) };
}

const lineOf = (levels: readonly Level[], figure: Figure): Line | null =>
  leastSquares(
    levels.flatMap(({ value, scenarios }) =>
      scenarios.flatMap((scenario): Point[] => {
        const reached = scenario[figure];
        return typeof value === 'number' && reached !== null ? [[value, reached]] : [];
      }),
    ),
  );
