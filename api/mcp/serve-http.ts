/**
 * The MCP server for many: streamable HTTP at `/mcp`. Each session asks the API with the key that its client sends, so
 * that who may do what, quotas and the audit log are the API's own.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Logger } from 'pino';
import { type Client, createClient, data } from '../client/client.ts';
import { Problem } from '../client/problem.ts';
import { createGridServer, fetchAsMcp } from './server.ts';
import { createSessions, ownerOf, type Session } from './sessions.ts';
import type { McpSettings } from './settings.ts';
import { wordsOf } from './tools/tool.ts';

const MB = 1024 * 1024;
const SESSIONS_OF_OWNER = 20;
const LOOK_MS = 30_000;
/** For the key to be looked up; who connects waits for it. */
const SIGN_IN_MS = 10_000;
/** A service that is away is told of soon: the model may try again. */
const PATIENCE_MS = 5000;
const FULL = 'There are too many sessions: try again in a minute';

type Sessions = ReturnType<typeof createSessions>;

interface Parts {
  readonly settings: McpSettings;
  readonly sessions: Sessions;
  readonly origins: ReadonlySet<string>;
  readonly log: Logger;
}

/** `close` ends all sessions, and the server once their replies are out. */
export function serveHttp(settings: McpSettings, log: Logger): { readonly server: Server; close(): void } {
  const sessions = createSessions({
    most: settings.MCP_MAX_SESSIONS,
    mostOfOwner: SESSIONS_OF_OWNER,
    idleMs: settings.MCP_SESSION_MINUTES * 60_000,
  });
  const origins = new Set(settings.MCP_ORIGINS.split(',').map((origin) => origin.trim()));
  const look = setInterval(sessions.endIdle, LOOK_MS);
  const server = createServer((req, res) => {
    answer({ settings, sessions, origins, log }, req, res).catch((err) => {
      log.error({ err }, 'request failed');
      if (res.headersSent) res.destroy();
      else refuse(res, 500, 'Internal error');
    });
  });
  const close = (): void => {
    clearInterval(look);
    sessions.endAll();
    server.close();
    server.closeIdleConnections();
  };
  return { server, close };
}

async function answer(parts: Parts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  if (pathname === '/health') {
    res.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    return;
  }
  if (pathname !== '/mcp') return refuse(res, 404, 'The MCP server is at /mcp');
  const stranger = strangerOf(req, parts.settings.MCP_HOST, parts.origins);
  if (stranger !== undefined) return refuse(res, 403, stranger);
  const key = keyOf(req);
  if (key === undefined)
    return refuse(res, 401, 'Send `Authorization: Bearer KEY` with an API key from the page of your account');
  const id = req.headers['mcp-session-id'];
  if (id === undefined && req.method === 'POST') return open(parts, key, req, res);
  const session = parts.sessions.find(String(id), ownerOf(key));
  if (!session) return refuse(res, 404, 'There is no such session: open a new one. Jobs go on, by their ids');
  // A stream that only listens keeps no session alive.
  if (req.method === 'POST') parts.sessions.use(session, (over) => res.once('close', over));
  await session.transport.handleRequest(req, res);
}

async function open(
  { settings, sessions, log }: Parts,
  key: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const client = clientOf(settings.MCP_API_URL, key);
  const refusal = await signIn(client);
  if (refusal) return refuse(res, ...refusal);
  const owner = ownerOf(key);
  if (!sessions.makeRoom(owner)) return refuse(res, 503, FULL);
  const mostBytes = settings.MCP_MAX_BODY_MB * MB;
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    maxRequestBodySize: mostBytes,
    onsessioninitialized: (id) => {
      const session: Session = { transport, owner, open: 0, usedAtMs: Date.now() };
      // Others may have come while this one's first message was read.
      if (!sessions.makeRoom(owner)) throw new Error(FULL);
      sessions.add(id, session);
      sessions.use(session, (over) => res.once('close', over));
    },
  });
  const grid = createGridServer({
    ...{ client, mostBytes },
    onCall: ({ err, ...called }) =>
      log[err ? 'error' : 'info'](
        { ...called, session: transport.sessionId, ...(err ? { err } : {}) },
        'call',
      ),
  });
  grid.server.onclose = () => sessions.remove(transport.sessionId ?? '');
  // Its optional properties may be undefined, which the interface of the SDK itself does not say.
  await grid.connect(transport as Transport);
  await transport.handleRequest(req, res);
  if (!sessions.find(transport.sessionId ?? '', owner)) await grid.close();
}

/** Status and words when the API does not know the key, or does not answer. */
async function signIn(client: Client): Promise<[status: number, words: string] | undefined> {
  try {
    await data(client.GET('/api/modules', { signal: AbortSignal.timeout(SIGN_IN_MS) }));
    return undefined;
  } catch (error) {
    const isRefused = error instanceof Problem && error.status >= 400 && error.status < 500;
    return [isRefused ? error.status : 503, wordsOf(error) ?? 'The service does not answer'];
  }
}

const clientOf = (baseUrl: string, key: string): Client =>
  createClient({
    ...{ baseUrl, patienceMs: PATIENCE_MS, fetch: fetchAsMcp },
    session: { headers: async () => ({ authorization: `Bearer ${key}` }), renew: async () => false },
  });

/** A key comes as the clients of MCP send tokens, or as this API takes keys elsewhere. */
function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? [headers['x-api-key']].flat()[0];
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/;

/** A page of another site is refused, also one whose name was made to lead to this machine (DNS rebinding). */
function strangerOf(
  { headers: { origin, host = '' } }: IncomingMessage,
  listensAt: string,
  origins: ReadonlySet<string>,
): string | undefined {
  if (origin !== undefined && !origins.has(origin))
    return 'Pages of this origin may not call: see MCP_ORIGINS';
  const isAsked = LOOPBACK.test(host.replace(/:\d+$/, ''));
  if (LOOPBACK.test(listensAt) && !isAsked) return 'This server is reached as localhost only';
  return undefined;
}

/** An error in the form of JSON-RPC. The connection closes: the rest of a large body is not waited for. */
function refuse(res: ServerResponse, status: number, message: string): void {
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 503 && { 'retry-after': '10' }),
  };
  res
    .writeHead(status, headers)
    .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
