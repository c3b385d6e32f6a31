/** POST /sensitivity/lodf */
import { array, mixed, object, string } from 'yup';
import { problem } from '../../../temporal/checks/problem.ts';
import { canonicalLines } from '../canonical-lines.ts';
import { factorsReply } from '../factors-reply.ts';
import { idProblems } from '../id-problems.ts';
import { lineList, MAX_FACTORS } from '../line-list.ts';
import { lineProblems } from '../line-problems.ts';
import { defineRoute } from '../route.ts';

export const lodf = defineRoute({
  method: 'POST',
  path: '/sensitivity/lodf',
  summary: 'Line outage distribution factors: flow on a line per MW that flowed on the line lost',
  body: object({
    lines: lineList,
    outages: array(string().required())
      .min(1)
      .optional()
      .meta({ description: 'Ids of the lines lost, one at a time; default: all in service' }),
  }),
  canonical: canonicalLines,
  responses: {
    200: object({
      lodf: mixed().required().meta({ description: 'Line lost -> line -> factor; -1 for the line itself' }),
      islanding: array(string().required())
        .required()
        .meta({ description: 'Outages without factors: they split the network' }),
      warnings: array(string().required()).required(),
    }),
  },
  errors: [503, 504],
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
    return factorsReply(call, problems, { kind: 'lodf', lines, outages });
  },
});
