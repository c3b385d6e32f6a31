/** A commitment given to an economic dispatch: known generators, one 0 or 1 per hour, no "model decides". */
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

export const commitmentData: PayloadCheck = ({ commitment, generators, horizon }) => {
  if (!commitment) return [];
  const known = new Set(generators.map(({ name }) => name));
  return Object.entries(commitment).flatMap(([name, hours]): PayloadProblem[] => {
    if (!known.has(name))
      return [problem(['commitment', name], `Unknown generator '${name}'`, 'unknown_element')];
    if (!Array.isArray(hours))
      return [problem(['commitment', name], 'Input should be a valid list', 'list_type')];
    if (hours.length !== horizon) {
      const msg = `Expected ${horizon} values, one per hour, got ${hours.length}`;
      return [problem(['commitment', name], msg, 'wrong_length')];
    }
    const wrong = hours.findIndex((on) => on !== 0 && on !== 1);
    return wrong < 0 ? [] : [problem(['commitment', name, wrong], 'Input should be 0 or 1', 'enum')];
  });
};
