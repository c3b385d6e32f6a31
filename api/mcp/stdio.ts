/** `grid mcp`: the server of the person at this machine, over standard input and output, until the input ends. */
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '../client/client.ts';
import { createGridServer, fetchAsMcp, scopesOf } from './server.ts';
import type { Work } from './tools/tool.ts';

const MB = 1024 * 1024;
/** What the API takes as a body. Nobody else waits for this process, so it may parse for longer. */
const MOST_BYTES = 32 * MB;
/** For the key to be looked up before the first message is answered. */
const SIGN_IN_MS = 3000;
/** Far more than a model writes. A longer message ends the connection: the transport cannot tell where the next one begins. */
const MOST_MESSAGE_BYTES = 16 * MB;

/** `connect`: gives the client of whoever is signed in; its requests go out by `fetch`. */
export async function serveStdio(
  connect: (fetch: typeof fetchAsMcp) => Client,
  readFile: Work['readFile'],
  note: (line: string) => void,
): Promise<void> {
  const client = connect(fetchAsMcp);
  // A service that is away, or a key that it refuses, shows at the first call.
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
