/** Conversion of typed text, and errors of the server by field (pure). */
import { type Problem, pathOf } from '../../client/problem.ts';

/** Undefined for empty or invalid text; the server then reports the missing number. */
export const numberOf = (text: string): number | undefined => {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
};

/** Removes undefined fields. */
export const definedOnly = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Error of the field at `path`, such as `scenario_matrix.variables[0].name`, or of a part of it. */
export const errorAt = (fields: Problem['fields'], path: string): string | undefined =>
  fields.find(({ loc }) => pathOf(loc) === path || pathOf(loc).startsWith(`${path}[`))?.msg;
