/** A list that names no variables has those of its scenarios, in the order in which they appear. */
import type { GivenMatrix, ScenarioMatrix } from '../../../temporal/messages/matrix.ts';

export function withVariables({ variables, ...matrix }: GivenMatrix): ScenarioMatrix {
  if (variables) return { ...matrix, variables };
  const values = new Map<string, number | string>();
  for (const scenario of matrix.scenarios ?? [])
    for (const [name, value] of Object.entries(scenario)) values.set(name, value);
  return {
    ...matrix,
    variables: [...values].map(([name, value]) => ({
      name,
      type: typeof value === 'number' ? 'continuous' : 'categorical',
    })),
  };
}
