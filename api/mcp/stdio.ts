/** `grid mcp`: an MCP server for the local user over standard input and output, until the input ends. */
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '../client/client.ts';
import { createGridServer, fetchAsMcp, scopesOf } from './server.ts';
import type { Work } from './tools/tool.ts';

const MB = 1024 * 1024;
/**
 * Body limit, bytes, equal to that of the API. Parsing may block the process, because the process has only one caller.
 */
const MOST_BYTES = 32 * MB;
/** Time limit of the key lookup before the first message is answered, ms. */
const SIGN_IN_MS = 3000;
/**
 * Longest message, bytes; a model writes far less. A longer message closes the connection, because the transport cannot
 * find where the next message begins.
 */
const MOST_MESSAGE_BYTES = 16 * MB;

/** Serves until the input ends. `connect`: creates the client of the signed-in user; its requests use `fetch`. */
export async function serveStdio(
  connect: (fetch: typeof fetchAsMcp) => Client,
  readFile: Work['readFile'],
  note: (line: string) => void,
): Promise<void> {
  const client = connect(fetchAsMcp);
  // Errors are ignored here: an unreachable service or a refused key is reported at the first call.
  const scopes = await scopesOf(client, AbortSignal.timeout(SIGN_IN_MS)).catch(() => undefined);
  const server = createGridServer({
    ...{ client, readFile, mostBytes: MOST_BYTES, scopes },
    onError: (error) => note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  server.server.onerror = ({ message }) => note(message);
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MOST_MESSAGE_BYTES,
  });
  await server.connect(transport);
  const isBroken = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await Promise.race([once(process.stdin, 'close'), isBroken]);
  await server.close();
}
