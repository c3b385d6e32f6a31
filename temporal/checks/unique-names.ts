/** Names and ids must be unique within their list, where the later one is wrong, and keys of results. */
import { type PayloadCheck, type PayloadProblem, problem } from './problem.ts';

/** Results are keyed by names, and no JSON of ours has this key. */
const NO_KEY = '__proto__';

export const uniqueNames: PayloadCheck = (payload) => [
  ...duplicates(
    payload.generators.map(({ name }) => name),
    'generators',
    'name',
  ),
  ...duplicates(
    payload.renewables?.map(({ name }) => name),
    'renewables',
    'name',
  ),
  ...duplicates(
    payload.storage?.map(({ name }) => name),
    'storage',
    'name',
  ),
  ...duplicates(
    payload.reserves?.map(({ name }) => name),
    'reserves',
    'name',
  ),
  ...duplicates(
    payload.transmission_lines?.map(({ id }) => id),
    'transmission_lines',
    'id',
  ),
  ...duplicates(
    payload.contingencies?.map(({ id }) => id),
    'contingencies',
    'id',
  ),
];

function duplicates(names: readonly string[] | undefined, list: string, field: string): PayloadProblem[] {
  const seen = new Set<string>();
  return (names ?? []).flatMap((name, i) => {
    if (name === NO_KEY) return [problem([list, i, field], `Input should not be '${NO_KEY}'`)];
    if (seen.has(name)) return [problem([list, i, field], `Duplicate ${field} '${name}'`, 'duplicate')];
    seen.add(name);
    return [];
  });
}
