/** Distribution factors of lines. */
import { array, type InferType, mixed, number, object, string } from 'yup';
import { type PayloadProblem, problem } from '../../temporal/case/checks/problem.ts';
import { canonicalLines, factorsReply, idProblems, lineList, lineProblems, MAX_FACTORS } from './factors.ts';
import { defineRoute, FOR_CALLERS } from './service-deps.ts';

const FACTORS = {
  ...FOR_CALLERS,
  tag: 'Networks',
  canonical: canonicalLines,
  // Long enough for thousands of buses.
  heavy: { seconds: 30 },
  errors: [503],
} as const;

const body = object({
  lines: lineList,
  slack_bus: number()
    .integer()
    .optional()
    .meta({ description: 'Where what is injected is withdrawn; default: the lowest bus number' }),
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
  summary: 'Line outage distribution factors: flow on a line per MW that flowed on the line lost',
  body: object({
    lines: lineList,
    outages: array(string().required())
      .min(1)
      .optional()
      .meta({ description: 'Ids of the lines lost, one at a time; default: all in service' }),
  }),
  responses: {
    200: object({
      lodf: mixed().required().meta({ description: 'Line lost -> line -> factor; -1 for the line itself' }),
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
