/** What each variable does to a figure, the strongest first (pure). */
import type { Reply } from '../../client/client.ts';

type Variable = Reply<'getExperimentsByExperimentIdSummary'>['variables'][number];
export type EffectFigure = keyof Variable['effect'];

export interface Effect {
  readonly name: string;
  /** Largest minus smallest mean of a level. */
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
      const found = effect[figure];
      return found ? [{ name, ...found, direction: directionOf(found.slope) }] : [];
    })
    .sort((a, b) => b.spread - a.spread || a.name.localeCompare(b.name));

function directionOf(slope: number | null): Effect['direction'] {
  if (slope === null || slope === 0) return 'mixed';
  return slope > 0 ? 'rises' : 'falls';
}
