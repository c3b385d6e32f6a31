/** What a schema cannot say of the lines of a sensitivity request. */
import { type PayloadProblem, problem } from '../../temporal/checks/problem.ts';
import type { Line } from '../../temporal/messages/network.ts';

/** Problems of the lines themselves: a name twice, a line from a bus to itself, no line in service. */
export function lineProblems(lines: readonly Line[]): PayloadProblem[] {
  const seen = new Set<string>();
  const problems = lines.flatMap(({ id, from_bus, to_bus }, i): PayloadProblem[] => {
    const isDuplicate = seen.has(id);
    seen.add(id);
    return [
      ...(isDuplicate ? [problem(['lines', i, 'id'], `Duplicate id '${id}'`, 'duplicate')] : []),
      ...(from_bus === to_bus ? [problem(['lines', i, 'to_bus'], 'A line should join two buses')] : []),
    ];
  });
  const isIdle = lines.every(({ in_service }) => in_service === false);
  return isIdle ? [...problems, problem(['lines'], 'No line is in service')] : problems;
}
