/** One element of a collection with some of its fields changed; the element itself when none changes. */
import { type Alteration, alterField } from './alter-field.ts';
import type { Collection } from './change.ts';
import { VARIED_FIELDS } from './varied-fields.ts';

export function alterElement<T extends object>(
  element: T,
  collection: Collection,
  fields: readonly string[],
  alteration: Alteration,
): T {
  let altered = element;
  for (const field of fields) {
    const kind = VARIED_FIELDS[collection].get(field);
    if (kind === undefined) continue;
    const property = kind === 'curve' ? 'cost_curve' : field;
    const before: unknown = Reflect.get(element, property);
    const after = alterField(kind, before, alteration);
    if (after !== before) altered = { ...altered, [property]: after };
  }
  return altered;
}
