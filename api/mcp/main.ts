/**
 * The MCP process: `npm run mcp`, streamable HTTP at `/mcp`. It keeps nothing: each message is answered by a server of its
 * own, which asks the API with the key that came with it, so that access, quotas and the audit log are the API's own.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { pino } from 'pino';
import { readSettings } from '../../temporal/settings.ts';
import { createClient } from '../client/client.ts';
import { Problem } from '../client/problem.ts';
import { withApiKey } from '../client/session.ts';
import { createGridServer, fetchAsMcp, scopesOf } from './server.ts';
import { mcpSettings } from './settings.ts';
import { wordsOf } from './tools/tool.ts';

const MB = 1024 * 1024;
/** For calls under way when the process is stopped; what was submitted goes on. */
const GRACE_MS = 5000;
/** Connections at the same time, such as those of callers who wait for a job. */
const MOST_CONNECTIONS = 1000;
/** For the key to be looked up; who connects waits for it. */
const SIGN_IN_MS = 10_000;
/** A service that is away is told of soon: the model may try again. */
const PATIENCE_MS = 5000;

const settings = readSettings(mcpSettings, process.env);
const origins = new Set(settings.MCP_ORIGINS.split(',').map((origin) => origin.trim()));
const mostBytes = settings.MCP_MAX_BODY_MB * MB;
const log = pino({
  level: settings.LOG_LEVEL,
  base: { name: 'mcp' },
  timestamp: pino.stdTimeFunctions.isoTime,
});

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url?.split('?', 1)[0] !== '/mcp') return refuse(res, 404, 'The MCP server is at /mcp');
  const stranger = strangerOf(req);
  if (stranger !== undefined) return refuse(res, 403, stranger);
  if (req.method !== 'POST') return refuse(res, 405, 'There are no sessions: send each message by POST');
  const key = keyOf(req);
  if (key === undefined)
    return refuse(res, 401, 'Send `Authorization: Bearer KEY` with an API key from the page of your account');
  const client = createClient({
    ...{ baseUrl: settings.MCP_API_URL, patienceMs: PATIENCE_MS, fetch: fetchAsMcp },
    session: withApiKey(key),
  });
  // Before a body is read for whoever it is.
  let scopes: readonly string[] | undefined;
  try {
    scopes = await scopesOf(client, AbortSignal.timeout(SIGN_IN_MS));
  } catch (error) {
    const status = error instanceof Problem && error.status >= 400 ? error.status : 503;
    return refuse(res, status, wordsOf(error) ?? 'The service does not answer');
  }
  const onError = (err: unknown) => log.error({ err }, 'call failed');
  const server = createGridServer({ client, mostBytes, scopes, onError });
  // Without a generator of ids the transport keeps no session.
  const transport = new StreamableHTTPServerTransport({ maxRequestBodySize: mostBytes });
  res.once('close', () => void server.close());
  // Its optional properties may be undefined, which the interface of the SDK itself does not say.
  await server.connect(transport as Transport);
  await transport.handleRequest(req, res);
}

/** A key comes as the clients of MCP send tokens, or as this API takes keys elsewhere. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? [headers['x-api-key']].flat()[0];
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/;

/** A page of another site is refused, also one whose name was made to lead to this machine (DNS rebinding). */
function strangerOf({ headers: { origin, host = '' } }: IncomingMessage): string | undefined {
  if (origin !== undefined && !origins.has(origin))
    return 'Pages of this origin may not call: see MCP_ORIGINS';
  const isAsked = LOOPBACK.test(host.replace(/:\d+$/, ''));
  if (LOOPBACK.test(settings.MCP_HOST) && !isAsked) return 'This server is reached as localhost only';
  return undefined;
}

/** An error in the form of JSON-RPC. The connection closes: the rest of a large body is not waited for. */
function refuse(res: ServerResponse, status: number, message: string): void {
  const headers = {
    ...{ 'content-type': 'application/json', connection: 'close' },
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: 'POST' }),
    ...(status === 503 && { 'retry-after': '10' }),
  };
  const error = { code: -32000, message };
  res.writeHead(status, headers).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

const http = createServer((req, res) => {
  answer(req, res).catch((err) => {
    log.error({ err }, 'request failed');
    if (res.headersSent) res.destroy();
    else refuse(res, 500, 'Internal error');
  });
});
http.maxConnections = MOST_CONNECTIONS;
http.on('error', (error) => {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
});
http.listen(settings.MCP_PORT, settings.MCP_HOST, () => log.info({ address: http.address() }, 'listening'));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    log.info({ signal }, 'stopping');
    http.close(() => process.exit(0));
    setTimeout(() => http.closeAllConnections(), GRACE_MS).unref();
  });
