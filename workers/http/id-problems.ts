/** What is wrong with a list of ids of lines. */
import { type PayloadProblem, problem } from '../../temporal/checks/problem.ts';
import type { Line } from '../../temporal/messages/network.ts';

/** Each should name a line in service, once. */
export function idProblems(field: string, ids: readonly string[], lines: readonly Line[]): PayloadProblem[] {
  const inService = new Set(lines.filter((line) => line.in_service !== false).map(({ id }) => id));
  const seen = new Set<string>();
  return ids.flatMap((id, i): PayloadProblem[] => {
    if (!inService.has(id)) return [problem([field, i], `Unknown line '${id}'`, 'unknown_element')];
    if (seen.has(id)) return [problem([field, i], `Duplicate id '${id}'`, 'duplicate')];
    seen.add(id);
    return [];
  });
}
