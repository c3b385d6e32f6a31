/** Conversion of text that the user typed, and errors of the server by field. Pure. */
import { type Problem, pathOf } from '../../client/problem.ts';

/** Number in a text; undefined if the text is empty or invalid. The server then reports the missing number. */
export const numberOf = (text: string): number | undefined => {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
};

/** Copy of the fields without those that are undefined. */
export const definedOnly = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Error of the field at `path`, such as `scenario_matrix.variables[0].name`, or of a part of it. */
export const errorAt = (fields: Problem['fields'], path: string): string | undefined =>
  fields.find(({ loc }) => pathOf(loc) === path || pathOf(loc).startsWith(`${path}[`))?.msg;
