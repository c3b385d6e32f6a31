/** Runs tools in a thread: calls from the process, and the handler of calls in the thread. */
import { ApiError } from '../../http/errors.ts';
import { createReadBody } from '../../http/read-body.ts';
import type { AppMiddleware } from '../../http/request.ts';
import type { CallThread } from '../../threads/threads.ts';
import { type Finding, toEvidence, toFinding } from '../grounding/evidence.ts';
import { ground } from '../grounding/ground.ts';
import type { ToolCall } from '../providers/provider.ts';
import { runTool, type ToolRun } from '../tools/run-tool.ts';
import type { ToolContext, ToolDeps } from '../tools/tool.ts';
import { type Citation, toCitation } from './citation.ts';
import { TOOLS } from './toolbox.ts';

const PATH = '/tool';
const CITE_PATH = '/cite';
/** Time limit of a call, s: slightly longer than the deadline of the tool itself, which the thread enforces. */
const SECONDS = 25;
/** Size limit of a call; a model writes far smaller ones. */
const MAX_BYTES = 1024 * 1024;
const readBody = createReadBody(MAX_BYTES);

interface ThreadCall extends Pick<ToolContext, 'user' | 'scenarioId' | 'jobId' | 'solves'> {
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
  const body: ThreadCall = { call, user, scenarioId, jobId, ...(solves && { solves }) };
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

/**
 * Size of data, characters, up to which figures are traced in this process; tracing larger data may take long and is
 * done in a thread.
 */
const SMALL = 2000;

/** A citation for each figure of a statement. */
export async function citationsOf(
  run: ToolRun,
  { deps: { callThread }, user, signal }: Pick<ToolContext, 'deps' | 'user' | 'signal'>,
): Promise<Citation[]> {
  if (!callThread || JSON.stringify(run.result).length <= SMALL) return cited(run);
  const call = { path: CITE_PATH, body: run, seconds: SECONDS, signal };
  const { citations } = (await callThread(user.userId, call)) as { readonly citations: Citation[] };
  return citations;
}

/**
 * The data of the result, with the subject of the call. Excludes figures in the arguments, which come from the model
 * and prove nothing, and figures in sentences, which have no record.
 */
export function findingOf({ name, arguments: args, result, refusal }: ToolRun): Finding {
  const subject = Object.entries(args).filter(([key, value]) => typeof value === 'string' || key === 'hour');
  return toFinding(name, { ...Object.fromEntries(subject), ...result?.data, refusal });
}

function cited(run: ToolRun): Citation[] {
  const evidence = toEvidence([findingOf(run)], { question: '', history: [] });
  return ground(run.result?.statement ?? '', evidence).citations.map(toCitation);
}

/** Handles calls in the thread; only the process that started the thread can send calls. */
export const answerTool =
  (deps: ToolDeps): AppMiddleware =>
  async (ctx, next) => {
    if (ctx.path === CITE_PATH) {
      ctx.body = { citations: cited((await readBody(ctx)) as ToolRun) };
      return;
    }
    if (ctx.path !== PATH) return next();
    const { call, user, scenarioId, jobId, solves } = (await readBody(ctx)) as ThreadCall;
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    const context = { deps, user, scenarioId, jobId, signal: gone.signal, ...(solves && { solves }) };
    const run = await runTool(TOOLS, call, context);
    ctx.body = { run, ...(solves && { solves }) } satisfies Answer;
  };
