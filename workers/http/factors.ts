/** Distribution factors once the request is known to be sound, and what can still be wrong. */
import { array } from 'yup';
import { EngineError } from '../../activities/engine/base/engine.ts';
import { type SensitivityRequest, sensitivity } from '../../activities/engine/sensitivity/sensitivity.ts';
import type { StreamReply } from '../../api/http/route.ts';
import { type Canonical, canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { type PayloadProblem, problem } from '../../temporal/case/checks/problem.ts';
import { type Line, lineSchema } from '../../temporal/case/messages/network.ts';
import { refuseProblems } from './service-deps.ts';

export function factorsReply(
  problems: readonly PayloadProblem[],
  wanted: SensitivityRequest,
): Promise<StreamReply> {
  refuseProblems(problems);
  try {
    const stream = sensitivity(wanted);
    return Promise.resolve({ status: 200, mediaType: 'application/json', stream });
  } catch (error) {
    if (error instanceof EngineError) refuseProblems([problem(['lines'], error.message)]);
    throw error;
  }
}

type Loc = readonly (string | number)[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `lines` of a request in canonical names: they may be spelt as the transmission lines of a payload may. */
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
function throughPayload(canonical: Canonical, loc: Loc): Loc {
  const at = loc.indexOf('lines');
  const told = canonical.clientPath(['payload', 'transmission_lines', ...loc.slice(at + 1)]);
  return [...loc.slice(0, at + 1), ...told.slice(2)];
}

/** To check as many takes half a second, in which this process does nothing else. */
const MAX_LINES = 20_000;

/** Most factors of one reply; each takes about 20 bytes. */
export const MAX_FACTORS = 2_000_000;

export const lineList = array(lineSchema).min(1).max(MAX_LINES).required();

/** What a schema cannot say of the lines of a request: a name twice, a line from a bus to itself, no line in service. */
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

/** What is wrong with a list of ids: each should name a line in service, once. */
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
