/** The tools of the analyst for programs that choose by themselves what to ask: no model takes part. */
import { array, mixed, object, string } from 'yup';
import { GatewayTimeout, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply } from '../http/route.ts';
import { citationSchema, toCitation } from './chat/citation.ts';
import { findingOf } from './chat/look-up.ts';
import { CALLABLE_TOOLS } from './chat/toolbox.ts';
import { ANALYST, type AnalystDeps, defineRoute } from './deps.ts';
import { toEvidence } from './grounding/evidence.ts';
import { ground } from './grounding/ground.ts';
import { runTool, type ToolRun } from './tools/run-tool.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const callTool = defineRoute({
  method: 'post',
  path: '/modules/analyst/tools/{name}',
  summary: 'Calls a tool of the analyst; every figure of its statement comes with the cell that it is from',
  ...ANALYST,
  params: object({
    name: string()
      .oneOf(CALLABLE_TOOLS.map(({ name }) => name))
      .required()
      .meta({ description: 'why_committed, why_not_committed and what_if solve the case again' }),
  }),
  body: object({
    arguments: mixed<object>(isObject).required().meta({
      description: 'What the tool takes; nearly all take a `job_id`, or a `scenario_id` for its last solve',
    }),
  }),
  example: {
    params: { name: 'get_cost_breakdown' },
    body: { arguments: { scenario_id: 'demo-24h' } },
  },
  responses: {
    200: object({
      tool: string().required(),
      statement: string().defined().meta({ description: 'The data in a few sentences' }),
      data: mixed<object>(isObject)
        .required()
        .meta({ description: 'Figures carry their unit in their name' }),
      citations: array(citationSchema)
        .required()
        .meta({ description: 'One for each figure of the statement' }),
    }),
  },
  errors: [404, 504],
  handle: async ({ params: { name }, body, user, request, deps }) => {
    const run = await called(deps, { name, arguments: JSON.stringify(body.arguments) }, { user, request });
    return reply(200, told(run));
  },
});

export const toolRoutes = [callTool];

async function called(
  deps: AnalystDeps,
  call: { readonly name: string; readonly arguments: string },
  { user, request }: Caller,
): Promise<ToolRun> {
  const run = await runTool(CALLABLE_TOOLS, call, {
    deps,
    user,
    scenarioId: undefined,
    signal: request.signal,
  });
  // Ids only: other arguments may be long, and none of the log's business.
  const ids = Object.entries(run.arguments).filter(([key]) => key.endsWith('_id'));
  const details = { tool: run.name, ...Object.fromEntries(ids), refused: run.result === null };
  await deps.audit.record('tool_called', auditSubject({ user, request }, details));
  return run;
}

/** Throws the refusal of the tool. */
function told(run: ToolRun) {
  const { name: tool, result, refusal, status } = run;
  if (result) {
    const { statement, data } = result;
    const { citations } = ground(statement, toEvidence([findingOf(run)], { question: '', history: [] }));
    return { tool, statement, data, citations: citations.map(toCitation) };
  }
  const msg = refusal ?? '';
  if (status === 404) throw new NotFound(msg);
  if (status === 504) throw new GatewayTimeout(msg);
  if (status === 500) throw new Error(msg);
  throw new Unprocessable([{ loc: ['body', 'arguments'], msg, type: 'value_error' }]);
}
