/** POST /sensitivity/ptdf */
import { array, type InferType, mixed, number, object, string } from 'yup';
import { type PayloadProblem, problem } from '../../../temporal/checks/problem.ts';
import { canonicalLines } from '../canonical-lines.ts';
import { factorsReply } from '../factors-reply.ts';
import { idProblems } from '../id-problems.ts';
import { lineList, MAX_FACTORS } from '../line-list.ts';
import { lineProblems } from '../line-problems.ts';
import { defineRoute } from '../route.ts';

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
  method: 'POST',
  path: '/sensitivity/ptdf',
  summary: 'Power transfer distribution factors: flow on a line per MW from a bus to the slack',
  body,
  canonical: canonicalLines,
  responses: {
    200: object({
      ptdf: mixed().required().meta({ description: 'Line -> bus -> factor' }),
      slack_bus: number().integer().required(),
      warnings: array(string().required()).required(),
    }),
  },
  errors: [503, 504],
  handle: (call) => {
    const { lines } = call.body;
    const inService = lines.filter((line) => line.in_service !== false);
    const buses = new Set(inService.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]));
    const monitored = call.body.monitored ?? inService.map(({ id }) => id);
    const slackBus = call.body.slack_bus ?? lowest(buses);
    const problems = problemsOf(call.body, buses, monitored.length);
    return factorsReply(call, problems, { kind: 'ptdf', lines, monitored, slackBus });
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
