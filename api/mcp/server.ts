/** The MCP server of one caller: its tools and resources, for any transport. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { data } from '../client/client.ts';
import { addResources } from './resources.ts';
import { importCase, listCases, submitSolve, verifySchedule } from './tools/cases.ts';
import { studyConnection } from './tools/connect.ts';
import { fitted, sentenceOf } from './tools/fit.ts';
import { cancelJob, listJobs, waitForJob } from './tools/jobs.ts';
import { askWhy, explain, submitExperiment, whatIf } from './tools/questions.ts';
import { checkAc, compareJobs, getResult } from './tools/results.ts';
import { type AnyTool, type Run, scopeOf, type Work, wordsOf } from './tools/tool.ts';

/** Tools in the order of a typical conversation. */
const TOOLS: readonly AnyTool[] = [
  ...[listCases, importCase, submitSolve, waitForJob, getResult, explain, askWhy, whatIf, compareJobs],
  ...[verifySchedule, checkAc, submitExperiment, studyConnection, listJobs, cancelJob],
];

const INSTRUCTIONS = `Unit commitment (uc), security-constrained unit commitment (scuc) and economic dispatch (ed) of power systems.
Import or list a case, submit_solve, wait_for_job, then explain, get_result or ask_why; what_if and compare_jobs for alternatives.
Long tasks return an id at once, which outlives this connection. Hours are 0-based, powers in MW, prices in $/MWh.
When you state a figure, cite its cell: job, table, element and hour, as in citations and rows.`;

const PACKAGE = new URL('../../../package.json', import.meta.url);
const { version: VERSION }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

/** `fetch` that names this program in the audit log. */
export function fetchAsMcp(request: Request): Promise<Response> {
  request.headers.set('user-agent', `grid-mcp/${VERSION}`);
  return fetch(request);
}

export interface ServerParts extends Pick<Work, 'client' | 'mostBytes' | 'readFile'> {
  /**
   * Scopes of the key; if absent, all scopes. Tools that need other scopes are not listed, and the API refuses their
   * calls.
   */
  readonly scopes?: readonly string[] | undefined;
  /** Receives unexpected errors; the caller only learns that the call failed. */
  onError(error: unknown): void;
}

const SECONDS = 60;

const NARROW = 'Narrow the request: one element or hour, or a smaller limit';

export function createGridServer({ onError, scopes, ...parts }: ServerParts): McpServer {
  const about = { name: 'grid', title: 'Grid optimization', version: VERSION };
  const server = new McpServer(about, { instructions: INSTRUCTIONS });
  const run: Run = async ({ signal: callerSignal, onProgress = async () => {} }, act, seconds = SECONDS) => {
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(seconds * 1000)]);
    try {
      return await act({ ...parts, signal, onProgress });
    } catch (error) {
      const words = wordsOf(error);
      if (words === undefined && !callerSignal.aborted) onError(error);
      throw new Error(words ?? 'The MCP server failed; see its log', { cause: error });
    }
  };
  for (const { name, title, description, input, output, hints, ...tool } of TOOLS) {
    const annotations = { title, ...hints, openWorldHint: false };
    const config = { title, description, inputSchema: input, outputSchema: output, annotations };
    server.registerTool(name, config, async (args, { signal, _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken;
      const onProgress: Work['onProgress'] = async (progress, message) => {
        if (progressToken === undefined) return;
        const params = { progressToken, progress, message };
        // The error is ignored, because the caller may have disconnected.
        await sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
      };
      const answer = await run({ signal, onProgress }, (work) => tool.run(args, work), tool.seconds?.(args));
      const whole = fitted(answer, tool.narrow ?? NARROW);
      return { structuredContent: whole, content: [{ type: 'text', text: sentenceOf(whole) }] };
    });
  }
  if (scopes)
    listOnly(
      server,
      TOOLS.filter((tool) => scopes.includes(scopeOf(tool))),
    );
  addResources(server, run);
  return server;
}

/** Lists only `tools`. Other tools can still be called, so that the refusal states a reason. */
function listOnly({ server }: McpServer, tools: readonly AnyTool[]): void {
  const described = tools.map(({ name, title, description, input, output, hints }) => ({
    ...{ name, title, description },
    inputSchema: { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' as const },
    outputSchema: { ...z.toJSONSchema(output), type: 'object' as const },
    annotations: { title, ...hints, openWorldHint: false },
  }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: described }));
}

/** Scopes of a client's key; undefined if the reply does not state them. */
export async function scopesOf(
  client: Work['client'],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  return (await data(client.GET('/api/users/me', { signal }))).scopes;
}
