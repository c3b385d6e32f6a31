/** Targets of an exact path `<collection>.<name|*>.<field>`, in which the name may contain dots. */
import type { SolvePayload } from '../messages/payload.ts';
import { type ChangeTarget, UnknownVariable } from './change.ts';
import { COLLECTION_NAMES, COLLECTIONS } from './collections.ts';

/** Undefined when `variable` does not begin with a collection: then it may be a pattern. */
export function pathTargets(variable: string, payload: SolvePayload): readonly ChangeTarget[] | undefined {
  const first = variable.indexOf('.');
  const prefix = variable.slice(0, Math.max(first, 0)).toLowerCase();
  const collection = COLLECTION_NAMES.find((known) => known === prefix);
  if (collection === undefined) return undefined;
  const last = variable.lastIndexOf('.');
  if (last === first) throw new UnknownVariable(variable, 'a path has three parts, the last is a field');

  const field = variable.slice(last + 1);
  const { fields, noun, names } = COLLECTIONS[collection];
  if (!fields.has(field)) {
    const known = [...fields.keys()].filter((key) => !key.includes('.')).join(', ');
    throw new UnknownVariable(variable, `${collection} have no numeric field ${field}, but ${known}`);
  }
  const name = variable.slice(first + 1, last);
  const positions = names(payload).flatMap((known, at) => (name === '*' || known === name ? [at] : []));
  if (positions.length > 0) return [{ collection, positions, fields: [field] }];
  throw new UnknownVariable(
    variable,
    name === '*' ? `there are no ${collection}` : `there is no ${noun} ${name}`,
  );
}
