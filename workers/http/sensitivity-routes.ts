/** Distribution factors of lines. */
import { array, type InferType, mixed, number, object, string } from 'yup';
import { EngineError } from '../../activities/engine/base/engine.ts';
import { type SensitivityRequest, sensitivity } from '../../activities/engine/sensitivity/sensitivity.ts';
import type { StreamReply } from '../../api/http/route.ts';
import { type Canonical, canonicalSolveBody } from '../../temporal/case/canonical/solve-body.ts';
import { type PayloadProblem, problem } from '../../temporal/case/checks/problem.ts';
import { type Line, lineSchema } from '../../temporal/case/schema.ts';
import { defineRoute, FOR_CALLERS, refuseProblems } from './service-deps.ts';

/** Maximum number of lines of a request; checking them blocks this process for half a second. */
const MAX_LINES = 20_000;

/** Maximum number of factors in a reply; each takes about 20 bytes. */
const MAX_FACTORS = 2_000_000;

const lineList = array(lineSchema).min(1).max(MAX_LINES).required();

/** Findings that a schema cannot express: duplicate ids, a line from a bus to itself, no line in service. */
function lineProblems(lines: readonly Line[]): PayloadProblem[] {
  const ids = new Set<string>();
  const problems = lines.flatMap(({ id, from_bus, to_bus }, i): PayloadProblem[] => {
    const isDuplicate = ids.has(id);
    ids.add(id);
    return [
      ...(isDuplicate ? [problem(['lines', i, 'id'], `Duplicate id '${id}'`, 'duplicate')] : []),
      ...(from_bus === to_bus ? [problem(['lines', i, 'to_bus'], 'A line should join two buses')] : []),
    ];
  });
  const isIdle = lines.every(({ in_service }) => in_service === false);
  return isIdle ? [...problems, problem(['lines'], 'No line is in service')] : problems;
}

/** Findings on a list of ids: each id must name a line in service, and occur once. */
function idProblems(field: string, ids: readonly string[], lines: readonly Line[]): PayloadProblem[] {
  const inService = new Set(lines.filter((line) => line.in_service !== false).map(({ id }) => id));
  const usedIds = new Set<string>();
  return ids.flatMap((id, i): PayloadProblem[] => {
    if (!inService.has(id)) return [problem([field, i], `Unknown line '${id}'`, 'unknown_element')];
    if (usedIds.has(id)) return [problem([field, i], `Duplicate id '${id}'`, 'duplicate')];
    usedIds.add(id);
    return [];
  });
}

const FACTORS = {
  ...FOR_CALLERS,
  tag: 'Networks',
  canonical: canonicalLines,
  // Time limit of the route, s; enough for thousands of buses.
  seconds: 30,
  errors: [503],
} as const;

const body = object({
  lines: lineList,
  slack_bus: number()
    .integer()
    .optional()
    .meta({ description: 'Bus at which injections are withdrawn; default: the lowest bus number' }),
  monitored: array(string().required())
    .min(1)
    .optional()
    .meta({ description: 'Ids of lines; default: all in service' }),
});
type Body = InferType<typeof body>;

export const ptdf = defineRoute({
  ...FACTORS,
  method: 'post',
  path: '/sensitivity/ptdf',
  summary: 'Power transfer distribution factors: flow on a line per MW from a bus to the slack',
  body,
  responses: {
    200: object({
      ptdf: mixed().required().meta({ description: 'Line -> bus -> factor' }),
      slack_bus: number().integer().required(),
      warnings: array(string().required()).required(),
    }),
  },
  handle: (call) => {
    const { lines } = call.body;
    const inService = lines.filter((line) => line.in_service !== false);
    const buses = new Set(inService.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]));
    const monitored = call.body.monitored ?? inService.map(({ id }) => id);
    const slackBus = call.body.slack_bus ?? lowest(buses);
    const problems = problemsOf(call.body, buses, monitored.length);
    return factorsReply(problems, { kind: 'ptdf', lines, monitored, slackBus });
  },
});

const lowest = (buses: ReadonlySet<number>): number => [...buses].reduce((a, b) => Math.min(a, b), Infinity);

function problemsOf(
  { lines, slack_bus: slack, monitored }: Body,
  buses: ReadonlySet<number>,
  rows: number,
): PayloadProblem[] {
  return [
    ...lineProblems(lines),
    ...idProblems('monitored', monitored ?? [], lines),
    ...(slack !== undefined && !buses.has(slack)
      ? [problem(['slack_bus'], `No line in service ends at bus ${slack}`, 'unknown_element')]
      : []),
    ...(rows * buses.size > MAX_FACTORS
      ? [
          problem(
            ['monitored'],
            `${rows} lines x ${buses.size} buses exceed ${MAX_FACTORS} factors`,
            'too_long',
          ),
        ]
      : []),
  ];
}

export const lodf = defineRoute({
  ...FACTORS,
  method: 'post',
  path: '/sensitivity/lodf',
  summary: 'Line outage distribution factors: change of flow on a line per MW that the lost line carried',
  body: object({
    lines: lineList,
    outages: array(string().required())
      .min(1)
      .optional()
      .meta({ description: 'Ids of the lost lines, one at a time; default: all in service' }),
  }),
  responses: {
    200: object({
      lodf: mixed().required().meta({ description: 'Lost line -> line -> factor; -1 for the line itself' }),
      islanding: array(string().required())
        .required()
        .meta({ description: 'Outages without factors: they split the network' }),
      warnings: array(string().required()).required(),
    }),
  },
  handle: (call) => {
    const { lines } = call.body;
    const inService = lines.filter((line) => line.in_service !== false).map(({ id }) => id);
    const outages = call.body.outages ?? inService;
    const isTooMuch = outages.length * inService.length > MAX_FACTORS;
    const size = `${outages.length} outages x ${inService.length} lines exceed ${MAX_FACTORS} factors`;
    const problems = [
      ...lineProblems(lines),
      ...idProblems('outages', call.body.outages ?? [], lines),
      ...(isTooMuch ? [problem(['outages'], size, 'too_long')] : []),
    ];
    return factorsReply(problems, { kind: 'lodf', lines, outages });
  },
});

function factorsReply(
  problems: readonly PayloadProblem[],
  request: SensitivityRequest,
): Promise<StreamReply> {
  refuseProblems(problems);
  try {
    const stream = sensitivity(request);
    return Promise.resolve({ status: 200, mediaType: 'application/json', stream });
  } catch (error) {
    if (error instanceof EngineError) refuseProblems([problem(['lines'], error.message)]);
    throw error;
  }
}

type Loc = readonly (string | number)[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `lines` of a request in canonical names; they may use the aliases of transmission lines. */
function canonicalLines(body: unknown): Canonical {
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

/** Converts a path in canonical names to the client's path: ['lines', 2, 'rating_mw'] -> ['lines', 2, 'capacity']. */
function throughPayload(canonical: Canonical, loc: Loc): Loc {
  const at = loc.indexOf('lines');
  const clientPath = canonical.clientPath(['payload', 'transmission_lines', ...loc.slice(at + 1)]);
  return [...loc.slice(0, at + 1), ...clientPath.slice(2)];
}
