/** Effect of one variable of an experiment: its levels, and its effect on each figure (pure). */
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import type { ChangeMode, Variable } from '../../temporal/case/messages/matrix.ts';
import type { ScenarioView } from './scenario-view.ts';
import type { ExperimentSummary } from './summary-schema.ts';

type VariableSummary = ExperimentSummary['variables'][number];

/** Maximum number of levels that are listed; a variable with more of them was sampled. */
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

/**
 * Scenarios grouped by the level of one variable, in the order of the levels. Scenarios without a value for the
 * variable are omitted.
 */
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

/** Compares levels by code unit, so that the order does not depend on the locale. */
function byValue({ value: a }: Level, { value: b }: Level): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** Figures of a summary; a scenario without a schedule has none of these figures. */
type Figure = keyof Pick<
  ScenarioView,
  'objective_value' | 'avg_lmp_usd_per_mwh' | 'max_lmp_usd_per_mwh' | 'startups'
>;

/** Mean of a figure over the scenarios of one level; null if no scenario has the figure. */
function levelMean({ scenarios }: Level, figure: Figure): number | null {
  const average = mean(scenarios.flatMap((scenario) => scenario[figure] ?? []));
  return average === null ? null : rounded(average);
}

interface FigureEffect {
  /** Change of the figure per unit of the variable; null for a variable of texts. */
  readonly slope: number | null;
  readonly correlation: number | null;
  /** Difference between the largest and the smallest mean of a level. */
  readonly spread: number;
}

const NO_LINE = { slope: null, correlation: null };

/** Effect of a variable on a figure; null when fewer than two levels have the figure. */
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

export type Point = readonly [x: number, y: number];

interface Line {
  /** Slope, unit of y per unit of x. */
  readonly slope: number;
  /** Pearson's r, -1..1; null if all y are equal. */
  readonly correlation: number | null;
}

/**
 * A straight line through points, and how well it describes them:
 *
 *   slope = Sxy / Sxx,   r = Sxy / sqrt(Sxx Syy),   Suv = sum (u - mean u) (v - mean v)
 *
 * Draper, Smith: Applied Regression Analysis, 3rd ed. (1998), sections 1.2 and 1.6. Null where the points do not span a
 * line: fewer than two distinct x.
 */
export function leastSquares(points: readonly Point[]): Line | null {
  const xMean = mean(points.map(([x]) => x)) ?? 0;
  const yMean = mean(points.map(([, y]) => y)) ?? 0;
  const sum = (term: (dx: number, dy: number) => number): number =>
    points.reduce((total, [x, y]) => total + term(x - xMean, y - yMean), 0);
  const sxx = sum((dx) => dx * dx);
  const sxy = sum((dx, dy) => dx * dy);
  const syy = sum((_, dy) => dy * dy);
  const slope = sxy / sxx;
  return Number.isFinite(slope) ? { slope, correlation: pearson(sxx, sxy, syy) } : null;
}

/** Correlation, clamped to [-1, 1], as rounding may exceed the range. */
function pearson(sxx: number, sxy: number, syy: number): number | null {
  const quotient = sxy / (Math.sqrt(sxx) * Math.sqrt(syy));
  return Number.isFinite(quotient) ? Math.min(1, Math.max(-1, quotient)) : null;
}

/**
 * Arithmetic mean, computed as a deviation from the first value, so that the mean of equal values is exact; null for an
 * empty list.
 */
export function mean(values: readonly number[]): number | null {
  const [origin] = values;
  if (origin === undefined) return null;
  const offset = values.reduce((sum, value) => sum + (value - origin), 0);
  return origin + offset / values.length;
}
