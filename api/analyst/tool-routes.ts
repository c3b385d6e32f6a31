/** Routes by which programs call the tools of the analyst, without a model. */
import { array, mixed, object, string } from 'yup';
import type { Audit } from '../../mongo/audit.ts';
import { requireScope } from '../http/access.ts';
import { Conflict, GatewayTimeout, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply } from '../http/route.ts';
import { citationSchema } from './chat/citation.ts';
import { citationsOf } from './chat/tool-thread.ts';
import { CALLABLE_TOOLS, WHY_TOOLS } from './chat/toolbox.ts';
import { ANALYST, defineRoute } from './deps.ts';
import { runTool, type ToolRun } from './tools/run-tool.ts';
import type { ToolResult } from './tools/tool.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const callTool = defineRoute({
  method: 'post',
  path: '/modules/analyst/tools/{name}',
  summary: 'Call a tool of the analyst; every figure of its statement is cited with its source cell',
  ...ANALYST,
  reads: true,
  params: object({
    name: string()
      .required()
      .max(64)
      .meta({ description: `One of ${CALLABLE_TOOLS.map(({ name }) => name).join(', ')}` }),
  }),
  body: object({
    arguments: mixed<object>(isObject).required().meta({
      description: 'Arguments of the tool; nearly all take a `job_id`, or a `scenario_id` for its last solve',
    }),
  }),
  example: {
    params: { name: 'get_scenario_summary' },
    body: { arguments: { scenario_id: 'demo-24h' } },
  },
  responses: {
    200: object({
      tool: string().required(),
      statement: string().defined().meta({ description: 'The data in a few sentences' }),
      data: mixed<object>(isObject)
        .required()
        .meta({ description: 'Data of the tool; field names contain the unit' }),
      citations: array(citationSchema)
        .required()
        .meta({ description: 'One citation for each figure of the statement' }),
    }),
  },
  errors: [409],
  handle: async ({ params: { name }, body, user, request, deps }) => {
    // These tools start solves, so they require the scope for solves.
    if (WHY_TOOLS.some((tool) => tool.name === name)) requireScope(user, 'write');
    const context = { deps, user, scenarioId: undefined, signal: request.signal };
    const run = await runTool(CALLABLE_TOOLS, { name, arguments: JSON.stringify(body.arguments) }, context);
    const citations = run.result ? await citationsOf(run, context) : [];
    await note(deps.audit, run, { user, request });
    return reply(200, { tool: name, ...resultOf(run), citations });
  },
});

export const toolRoutes = [callTool];

/** Audits only the ids among the arguments; other arguments may be long. */
function note(audit: Audit, run: ToolRun, caller: Caller): Promise<void> {
  const ids = Object.entries(run.arguments).filter(([key]) => key.endsWith('_id'));
  const details = { tool: run.name, ...Object.fromEntries(ids), refused: run.result === null };
  return audit.record('tool_called', auditSubject(caller, details));
}

/** The result of a tool call. Throws its refusal. */
function resultOf({ result, refusal, status }: ToolRun): ToolResult {
  if (result) return result;
  const msg = refusal ?? '';
  if (status === 404) throw new NotFound(msg);
  if (status === 409) throw new Conflict(msg);
  if (status === 504) throw new GatewayTimeout(msg);
  if (status === 500) throw new Error(msg);
  throw new Unprocessable([{ loc: ['body', 'arguments'], msg, type: 'value_error' }]);
}
