/** A contingency of UnitCommitment.jl, which names elements that the file must have. */
import type { Contingency } from '../../../temporal/messages/network.ts';
import { ImportError } from '../import-error.ts';
import type { JsonObject } from '../json-object.ts';

export function contingency(
  id: string,
  item: JsonObject,
  lines: ReadonlySet<string>,
  generators: ReadonlySet<string>,
): Contingency {
  const names = (field: string, known: ReadonlySet<string>): string[] =>
    item.list(field, []).map((name, i) => {
      if (typeof name === 'string' && known.has(name)) return name;
      throw new ImportError([...item.path, field, i], `The file has no such element: '${name}'`);
    });
  const lost = {
    lines: names('Affected lines', lines),
    generators: names('Affected generators', generators),
  };
  return {
    id,
    ...(lost.lines.length > 0 && { lines: lost.lines }),
    ...(lost.generators.length > 0 && { generators: lost.generators }),
  };
}
