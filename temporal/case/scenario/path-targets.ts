/** Targets of an exact path `<collection>.<name|*>.<field>`, in which the name may contain dots. */
import type { SolvePayload } from '../messages/payload.ts';
import { type ChangeTarget, type Collection, UnknownVariable } from './change.ts';
import { VARIED_FIELDS } from './varied-fields.ts';

/** How an element of each collection is called in words, and the names it answers to. */
const ELEMENTS: Readonly<
  Record<Collection, { readonly noun: string; readonly names: (payload: SolvePayload) => string[] }>
> = {
  generators: { noun: 'generator', names: ({ generators }) => generators.map(({ name }) => name) },
  loads: { noun: 'load at bus', names: ({ loads }) => loads.map(({ bus }) => String(bus)) },
  transmission_lines: {
    noun: 'transmission line',
    names: ({ transmission_lines: lines = [] }) => lines.map(({ id }) => id),
  },
  renewables: { noun: 'renewable', names: ({ renewables = [] }) => renewables.map(({ name }) => name) },
  storage: { noun: 'storage', names: ({ storage = [] }) => storage.map(({ name }) => name) },
  reserves: { noun: 'reserve', names: ({ reserves = [] }) => reserves.map(({ name }) => name) },
};
const COLLECTIONS: readonly Collection[] = [
  'generators',
  'loads',
  'transmission_lines',
  'renewables',
  'storage',
  'reserves',
];

/** Undefined when `variable` does not begin with a collection: then it may be a pattern. */
export function pathTargets(variable: string, payload: SolvePayload): readonly ChangeTarget[] | undefined {
  const first = variable.indexOf('.');
  const prefix = variable.slice(0, Math.max(first, 0)).toLowerCase();
  const collection = COLLECTIONS.find((known) => known === prefix);
  if (collection === undefined) return undefined;
  const last = variable.lastIndexOf('.');
  if (last === first) throw new UnknownVariable(variable, 'a path has three parts, the last is a field');

  const field = variable.slice(last + 1);
  const fields = VARIED_FIELDS[collection];
  if (!fields.has(field)) {
    const known = [...fields.keys()].filter((key) => !key.includes('.')).join(', ');
    throw new UnknownVariable(variable, `${collection} have no numeric field ${field}, but ${known}`);
  }
  const name = variable.slice(first + 1, last);
  const { noun, names } = ELEMENTS[collection];
  const positions = names(payload).flatMap((known, at) => (name === '*' || known === name ? [at] : []));
  if (positions.length > 0) return [{ collection, positions, fields: [field] }];
  throw new UnknownVariable(
    variable,
    name === '*' ? `there are no ${collection}` : `there is no ${noun} ${name}`,
  );
}
