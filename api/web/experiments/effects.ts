/** Effects of variables on a figure, the largest first (pure). */
import type { Reply } from '../../client/client.ts';
import { levelsOf } from './pivot.ts';
import type { Row } from './rows.ts';

type Variable = Reply<'getExperimentsByExperimentIdSummary'>['variables'][number];
export type EffectFigure = keyof Variable['effect'];

export interface Effect {
  readonly name: string;
  /** Difference between the largest and the smallest mean of the figure over the levels of the variable. */
  readonly spread: number;
  readonly slope: number | null;
  readonly correlation: number | null;
  readonly direction: 'rises' | 'falls' | 'mixed';
}

interface Summarized {
  readonly variables: readonly Pick<Variable, 'name' | 'effect'>[];
}

export const effectsOf = ({ variables }: Summarized, figure: EffectFigure): Effect[] =>
  variables
    .flatMap(({ name, effect }) => {
      const values = effect[figure];
      return values ? [{ name, ...values, direction: directionOf(values.slope) }] : [];
    })
    .sort((a, b) => b.spread - a.spread || a.name.localeCompare(b.name));

function directionOf(slope: number | null): Effect['direction'] {
  if (slope === null || slope === 0) return 'mixed';
  return slope > 0 ? 'rises' : 'falls';
}

export interface LeftOut {
  readonly name: string;
  readonly level: string;
  readonly without: number;
  readonly of: number;
}

/**
 * Levels of variables at which scenarios have no schedule, sorted by the share of such scenarios, largest first. A
 * variable with equal shares at all levels is omitted, because it does not explain the missing schedules.
 */
export const leftOut = (rows: readonly Row[], variables: readonly string[]): LeftOut[] =>
  variables
    .flatMap((name) => {
      const levels = levelsOf(rows, name).map((level): LeftOut => {
        const there = rows.filter(
          ({ values, status }) => status === 'completed' && level.includes(values[name]),
        );
        const without = there.filter(({ objective_value }) => objective_value === null).length;
        return { name, level: level.text, without, of: there.length };
      });
      const shares = new Set(levels.map(shareOf));
      return shares.size > 1 ? levels.filter(({ without }) => without > 0) : [];
    })
    .sort((a, b) => shareOf(b) - shareOf(a));

const shareOf = ({ without, of }: LeftOut): number => without / Math.max(of, 1);
