/** What a schema cannot say of a dispatch of one interval; paths from the payload on. */
import { type PayloadProblem, problem } from '../../temporal/checks/problem.ts';
import type { Sced } from './sced-body.ts';

const BUS = /^-?\d+$/;

export function scedProblems(sced: Sced): PayloadProblem[] {
  const { generators, initial_dispatch_mw = {}, commitment = {}, load_mw, loads, storage = [] } = sced;
  const known = new Set(generators.map(({ name }) => name));
  const unknown = (field: string, names: object): PayloadProblem[] =>
    Object.keys(names)
      .filter((name) => !known.has(name))
      .map((name) => problem([field, name], `Unknown generator '${name}'`, 'unknown_element'));
  return [
    ...(load_mw === undefined && loads === undefined
      ? [problem(['load_mw'], 'Field required', 'missing')]
      : []),
    ...unknown('initial_dispatch_mw', initial_dispatch_mw),
    ...unknown('commitment', commitment),
    ...Object.keys(load_mw ?? {})
      .filter((bus) => !BUS.test(bus))
      .map((bus) => problem(['load_mw', bus], 'Name should be a bus number', 'int_parsing')),
    ...(storage.length > 0 ? [problem(['storage'], 'A dispatch of one interval has no storage')] : []),
  ];
}
