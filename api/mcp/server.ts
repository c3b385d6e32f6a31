/** The MCP server of one caller: its tools and resources, whatever transport they are reached by. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '../client/client.ts';
import { addResources } from './resources.ts';
import { importCase, listCases } from './tools/cases.ts';
import { changeAndSolve, submitExperiment } from './tools/changes.ts';
import { cancelJob, getStatus, listJobs, submitSolve, waitForJob } from './tools/jobs.ts';
import { askWhy, explain, whatIf } from './tools/questions.ts';
import { compareJobs, getResult } from './tools/results.ts';
import { type AnyTool, type Work, wordsOf } from './tools/tool.ts';

/** In the order of a conversation. */
const TOOLS: readonly AnyTool[] = [
  listCases,
  importCase,
  submitSolve,
  waitForJob,
  getStatus,
  getResult,
  explain,
  askWhy,
  whatIf,
  changeAndSolve,
  compareJobs,
  submitExperiment,
  listJobs,
  cancelJob,
];

const INSTRUCTIONS = `Unit commitment (uc), security-constrained unit commitment (scuc) and economic dispatch (ed) of power systems.
Import or list a case, submit_solve, wait_for_job, then explain, get_result, ask_why or what_if; change_and_solve and compare_jobs for alternatives.
Whatever takes long answers at once with an id that outlives this connection. Hours are 0-based, powers MW, prices $/MWh.
When you state a figure, name its cell: job, table, element and hour, as citations and rows do.`;

const PACKAGE = new URL('../../../package.json', import.meta.url);
const { version: VERSION }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

/** What the audit log of the API names as the program that asked. */
const USER_AGENT = `grid-mcp/${VERSION}`;

/** For a client of the API: how it sends what this server asks. */
export function fetchAsMcp(request: Request): Promise<Response> {
  request.headers.set('user-agent', USER_AGENT);
  return fetch(request);
}

interface Called {
  readonly tool: string;
  readonly ms: number;
  /** Whether it could not answer. */
  readonly refused: boolean;
  /** An error that should not have happened. */
  readonly err?: unknown;
}

export interface ServerParts extends Pick<Work, 'mostBytes' | 'readFile'> {
  readonly client: Client;
  /** Called after each call of a tool. */
  onCall(called: Called): void;
}

const SECONDS = 60;
/** What goes wrong inside is told to the log only. */
const FAILED = 'This failed in the MCP server; its log says why';

export function createGridServer({ onCall, ...parts }: ServerParts): McpServer {
  const server = new McpServer(
    { name: 'grid', title: 'Grid optimization', version: VERSION },
    {
      instructions: INSTRUCTIONS,
    },
  );
  const workOf = (
    signal: AbortSignal,
    seconds = SECONDS,
    onProgress: Work['onProgress'] = async () => {},
  ) => ({
    ...parts,
    onProgress,
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
  });
  for (const { name, title, description, input, output, hints, ...tool } of TOOLS) {
    const config = {
      ...{ title, description, inputSchema: input, outputSchema: output },
      annotations: { title, ...hints, openWorldHint: false },
    };
    server.registerTool(name, config, async (given, { signal, _meta, sendNotification }) => {
      // The SDK has validated them with the schema of the tool.
      const args = given as never;
      const startedAt = performance.now();
      const onProgress = teller(_meta?.progressToken, sendNotification);
      const done = (refused: boolean, err?: unknown) =>
        onCall({
          tool: name,
          ms: Math.round(performance.now() - startedAt),
          refused,
          ...(err ? { err } : {}),
        });
      try {
        const answer = await tool.run(args, workOf(signal, tool.seconds?.(args), onProgress));
        done(false);
        return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
      } catch (error) {
        const words = wordsOf(error);
        done(true, words === undefined && !signal.aborted ? error : undefined);
        return { isError: true, content: [{ type: 'text', text: words ?? FAILED }] } satisfies CallToolResult;
      }
    });
  }
  addResources(server, (signal) => async (act) => {
    try {
      return await act(workOf(signal));
    } catch (error) {
      throw new Error(wordsOf(error) ?? FAILED);
    }
  });
  return server;
}

/** A caller who has gone away hears nothing more. */
const teller =
  (
    progressToken: string | number | undefined,
    send: (notification: ServerNotification) => Promise<void>,
  ): Work['onProgress'] =>
  async (progress, message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message };
    await send({ method: 'notifications/progress', params }).catch(() => undefined);
  };
