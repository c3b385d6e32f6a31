/** How one figure follows one variable, all other variables ignored. */
import type { Level } from './group-levels.ts';
import { type Line, leastSquares, type Point } from './least-squares.ts';
import { type Figure, levelMean } from './level-mean.ts';

export interface FigureEffect {
  /** Per unit of the variable; null for text. */
  readonly slope: number | null;
  readonly correlation: number | null;
  /** Largest minus smallest mean of a level. */
  readonly spread: number;
}

const NO_LINE = { slope: null, correlation: null };

/** Null where fewer than two levels have the figure. */
export function figureEffect(levels: readonly Level[], figure: Figure): FigureEffect | null {
  const means = levels.flatMap((level) => levelMean(level, figure) ?? []);
  if (means.length < 2) return null;
  return { ...(lineOf(levels, figure) ?? NO_LINE), spread: Math.max(...means) - Math.min(...means) };
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
