/** A tool that runs in a thread: how the process asks for it, and how the thread answers. */
import { ApiError } from '../../http/errors.ts';
import { createReadBody } from '../../http/read-body.ts';
import type { AppMiddleware } from '../../http/request.ts';
import type { CallThread } from '../../threads/threads.ts';
import type { ToolCall } from '../providers/provider.ts';
import { runTool, type ToolRun } from '../tools/run-tool.ts';
import type { ToolContext, ToolDeps } from '../tools/tool.ts';
import { TOOLS } from './toolbox.ts';

const PATH = '/tool';
/** Somewhat more than the deadline of a tool, which the thread keeps itself. */
const SECONDS = 25;
/** A call as a model writes it is far smaller. */
const MAX_BYTES = 1024 * 1024;
const readBody = createReadBody(MAX_BYTES);

interface Asked extends Pick<ToolContext, 'user' | 'scenarioId' | 'jobId' | 'solves'> {
  readonly call: Pick<ToolCall, 'name' | 'arguments'>;
}

interface Answer extends Pick<ToolContext, 'solves'> {
  readonly run: ToolRun;
}

export async function runInThread(
  callThread: CallThread,
  call: ToolCall,
  { user, scenarioId, jobId, solves, signal }: ToolContext,
): Promise<ToolRun> {
  const body: Asked = { call, user, scenarioId, jobId, ...(solves && { solves }) };
  try {
    const answer = await callThread(user.userId, { path: PATH, body, seconds: SECONDS, signal });
    const { run, solves: after } = answer as Answer;
    if (solves && after) solves.left = after.left;
    return run;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    return { name: call.name, arguments: {}, result: null, refusal: error.message };
  }
}

/** In the thread: only its process reaches it. */
export const answerTool =
  (deps: ToolDeps): AppMiddleware =>
  async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    const { call, user, scenarioId, jobId, solves } = (await readBody(ctx)) as Asked;
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    const context = { deps, user, scenarioId, jobId, signal: gone.signal, ...(solves && { solves }) };
    const run = await runTool(TOOLS, call, context);
    ctx.body = { run, ...(solves && { solves }) } satisfies Answer;
  };
