/** The lines of a sensitivity request: their schema, their aliases and what a schema cannot say of them. */
import { array } from 'yup';
import type { Canonical } from '../../temporal/canonical/canonical.ts';
import { canonicalSolveBody } from '../../temporal/canonical/solve-body.ts';
import type { FieldProblem } from '../../temporal/contract/field-problem.ts';
import { type Line, lineSchema } from '../../temporal/messages/network.ts';

/** To check as many takes half a second, in which this process does nothing else. */
const MAX_LINES = 20_000;
/** Of one reply; about 20 bytes each. */
export const MAX_FACTORS = 2_000_000;

export const linesField = array(lineSchema).min(1).max(MAX_LINES).required();

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `lines` may be spelt as the transmission lines of a payload may. */
export function canonicalLines(body: unknown): Canonical {
  if (!isObject(body)) return { body, clientPath: (loc) => loc };
  const { lines, base_mva } = body;
  const canonical = canonicalSolveBody({ payload: { transmission_lines: lines, base_mva } });
  const payload = isObject(canonical.body) ? canonical.body['payload'] : undefined;
  const renamed = isObject(payload) ? payload['transmission_lines'] : undefined;
  return {
    body: { ...body, ...('lines' in body && { lines: renamed ?? lines }) },
    clientPath: (loc) => (loc[1] === 'lines' || loc[0] === 'lines' ? throughPayload(canonical, loc) : loc),
  };
}

/** ['lines', 2, 'rating_mw'] -> ['lines', 2, 'capacity'] */
function throughPayload(canonical: Canonical, loc: FieldProblem['loc']): FieldProblem['loc'] {
  const at = loc.indexOf('lines');
  const told = canonical.clientPath(['payload', 'transmission_lines', ...loc.slice(at + 1)]);
  return [...loc.slice(0, at + 1), ...told.slice(2)];
}

/** Problems of the lines themselves: a name twice, a line from a bus to itself, no line in service. */
export function lineProblems(lines: readonly Line[]): FieldProblem[] {
  const seen = new Set<string>();
  const problems = lines.flatMap(({ id, from_bus, to_bus }, i): FieldProblem[] => {
    const isDuplicate = seen.has(id);
    seen.add(id);
    return [
      ...(isDuplicate ? [wrong(['lines', i, 'id'], `Duplicate id '${id}'`, 'duplicate')] : []),
      ...(from_bus === to_bus ? [wrong(['lines', i, 'to_bus'], 'A line should join two buses')] : []),
    ];
  });
  const isIdle = lines.every(({ in_service }) => in_service === false);
  return isIdle ? [...problems, wrong(['lines'], 'No line is in service')] : problems;
}

/** Problems of a list of ids: each should name a line in service, once. */
export function idProblems(field: string, ids: readonly string[], lines: readonly Line[]): FieldProblem[] {
  const inService = new Set(lines.filter((line) => line.in_service !== false).map(({ id }) => id));
  const seen = new Set<string>();
  return ids.flatMap((id, i): FieldProblem[] => {
    if (!inService.has(id)) return [wrong([field, i], `Unknown line '${id}'`, 'unknown_element')];
    if (seen.has(id)) return [wrong([field, i], `Duplicate id '${id}'`, 'duplicate')];
    seen.add(id);
    return [];
  });
}

export const wrong = (
  path: readonly (string | number)[],
  msg: string,
  type = 'value_error',
): FieldProblem => ({ loc: ['body', ...path], msg, type });
