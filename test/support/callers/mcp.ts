/** The MCP server as a process, and the client of the SDK on either transport. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { MAIN } from './grid.ts';

const HTTP_MAIN = new URL('../../../api/mcp/main.js', import.meta.url).pathname;
const CALL_MS = 90_000;

export interface Citation {
  readonly text: string;
  readonly value: number;
  readonly source?: {
    readonly job_id: string;
    readonly table: string | null;
    readonly element_id: string | null;
    readonly hour: number | null;
  } | null;
}

export interface Agent {
  readonly client: Client;
  /** Calls a tool; throws if it is refused. */
  call<T>(name: string, args?: object, onProgress?: (progress: Progress) => void): Promise<T>;
  /** Calls a tool that must refuse the call; resolves with the message of the refusal. */
  refused(name: string, args?: object): Promise<string>;
  close(): Promise<void>;
  /** Kills the server process. */
  kill(): Promise<void>;
}

export interface McpProcess {
  readonly url: string;
  /** Log lines of the server so far. */
  readonly lines: Record<string, unknown>[];
  isRunning(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function startMcp(apiUrl: string): Promise<McpProcess> {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, [HTTP_MAIN], {
    env: { ...process.env, MCP_PORT: '0', MCP_API_URL: apiUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Record<string, unknown>[] = [];
  const read = createInterface(child.stdout);
  read.on('line', (line) => lines.push(JSON.parse(line)));
  const [first] = await once(read, 'line');
  const { address } = JSON.parse(String(first)) as { address: { port: number } };
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    lines,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

export async function agentOverHttp(process: McpProcess, key: string): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(process.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // The cast is needed because the SDK's own types disagree under exactOptionalPropertyTypes.
  return connected(transport as Transport, () => process.stop('SIGKILL'));
}

/** Client of `grid mcp`, which it starts as an agent does. */
export async function agentOverStdio(apiUrl: string, key: string): Promise<Agent> {
  const { CI: _, ...inherited } = process.env;
  const env = Object.fromEntries(Object.entries(inherited).filter(([, value]) => value !== undefined));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    // The cast is safe because entries without a value were removed above.
    env: { ...(env as Record<string, string>), GRID_URL: apiUrl, GRID_API_KEY: key },
    stderr: 'pipe',
  });
  return connected(transport, async () => {
    const { pid } = transport;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
  });
}

interface ToolReply {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text?: string }[];
}

async function connected(transport: Transport, kill: () => Promise<void>): Promise<Agent> {
  const client = new Client({ name: 'tests', version: '1' });
  await client.connect(transport);
  // Lists the tools, so that the client checks every answer against the schema of its tool.
  await client.listTools();
  const call = async (name: string, args: object, onprogress?: (progress: Progress) => void) =>
    (await client.callTool({ name, arguments: { ...args } }, undefined, {
      timeout: CALL_MS,
      ...(onprogress && { onprogress }),
    })) as ToolReply;
  return {
    client,
    async call<T>(name: string, args: object = {}, onProgress?: (progress: Progress) => void) {
      const { isError, structuredContent, content } = await call(name, args, onProgress);
      assert.ok(!isError, `${name} was refused: ${content[0]?.text}`);
      return structuredContent as T;
    },
    async refused(name, args = {}) {
      const { isError, content } = await call(name, args);
      assert.equal(isError, true, `${name} was answered: ${content[0]?.text}`);
      return content[0]?.text ?? '';
    },
    close: () => client.close(),
    kill,
  };
}
