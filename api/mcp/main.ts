/**
 * The MCP process: `npm run mcp`, streamable HTTP at `/mcp`. It is stateless: each message gets its own server, which
 * calls the API with the key of the message, so that access, quotas and the audit log are those of the API.
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
/** Longest time that a stopping process waits for open calls, ms; submitted jobs continue. */
const GRACE_MS = 5000;
/** Maximum number of open connections; a caller that waits for a job holds a connection. */
const MOST_CONNECTIONS = 1000;
/** Time limit of the key lookup, ms; the caller waits for it. */
const SIGN_IN_MS = 10_000;
/**
 * Longest time that retries take, ms; short, so that a model soon learns that the service cannot be reached and may
 * retry.
 */
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
  const reason = refusalReason(req);
  if (reason !== undefined) return refuse(res, 403, reason);
  if (req.method !== 'POST') return refuse(res, 405, 'There are no sessions: send each message by POST');
  const key = keyOf(req);
  if (key === undefined)
    return refuse(res, 401, 'Send `Authorization: Bearer KEY` with an API key from your account page');
  const client = createClient({
    ...{ baseUrl: settings.MCP_API_URL, patienceMs: PATIENCE_MS, fetch: fetchAsMcp },
    session: withApiKey(key),
  });
  // The key is looked up before the body is read.
  let scopes: readonly string[] | undefined;
  try {
    scopes = await scopesOf(client, AbortSignal.timeout(SIGN_IN_MS));
  } catch (error) {
    const status = error instanceof Problem && error.status >= 400 ? error.status : 503;
    return refuse(res, status, wordsOf(error) ?? 'The service does not answer');
  }
  const onError = (err: unknown) => log.error({ err }, 'call failed');
  const server = createGridServer({ client, mostBytes, scopes, onError });
  // The transport is stateless because it has no generator of session ids.
  const transport = new StreamableHTTPServerTransport({ maxRequestBodySize: mostBytes });
  res.once('close', () => void server.close());
  // The cast is needed because the SDK types of optional properties do not allow undefined.
  await server.connect(transport as Transport);
  await transport.handleRequest(req, res);
}

/** API key from `Authorization: Bearer`, as MCP clients send tokens, or from `X-API-Key`. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? [headers['x-api-key']].flat()[0];
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/;

/** Reason to refuse a request of a foreign page, including DNS rebinding; undefined if the request is allowed. */
function refusalReason({ headers: { origin, host = '' } }: IncomingMessage): string | undefined {
  if (origin !== undefined && !origins.has(origin)) return 'This origin is not allowed: see MCP_ORIGINS';
  const isLocal = LOOPBACK.test(host.replace(/:\d+$/, ''));
  if (LOOPBACK.test(settings.MCP_HOST) && !isLocal) return 'This server accepts only localhost as its host';
  return undefined;
}

/** Answers with a JSON-RPC error and closes the connection, so that the rest of a large body is not read. */
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
