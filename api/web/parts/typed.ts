/** What is typed into fields: as it is sent, and what the server found wrong with it (pure). */
import { type Problem, pathOf } from '../../client/problem.ts';

/** Undefined when nothing is typed, or no number: the server then says that one is missing. */
export const numberOf = (text: string): number | undefined => {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
};

/** Without the fields that are undefined. */
export const given = (fields: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** What is wrong with the field at `path`, such as `scenario_matrix.variables[0].name`, or with a part of it. */
export const errorAt = (fields: Problem['fields'], path: string): string | undefined =>
  fields.find(({ loc }) => pathOf(loc) === path || pathOf(loc).startsWith(`${path}[`))?.msg;
