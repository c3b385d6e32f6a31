/** The stand-in as a server on a loopback port. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { findMode, type Mode, modeOfModel } from './modes.ts';
import { chatBody, readConversation } from './read-request.ts';
import { replyTo } from './reply.ts';
import { sendReply } from './send-reply.ts';

interface StandInRequest {
  readonly mode: Mode;
  readonly model: string;
  readonly question: string;
  /** True if the client disconnected before the end of the answer. */
  cancelled: boolean;
}

export interface StandIn {
  /** Base URL for `AI_BASE_URL`. */
  readonly url: string;
  /** Chat requests so far, oldest first. */
  readonly requests: readonly StandInRequest[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const CHAT = '/v1/chat/completions';

export async function startStandIn(mode: Mode = 'honest', port = 0): Promise<StandIn> {
  const requests: StandInRequest[] = [];
  const server = createServer((request, response) => {
    serve(request, response, mode, requests).catch(() => refuse(response, 400, 'not a chat request'));
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  const listeningPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${HOST}:${listeningPort}/v1`,
    requests,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  usual: Mode,
  requests: StandInRequest[],
): Promise<void> {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /requests') return sendJson(response, 200, requests);
  if (route !== `POST ${CHAT}`) return refuse(response, 404, 'no such route');
  if (!/^Bearer \S/.test(request.headers.authorization ?? '')) return refuse(response, 401, 'no key');
  const body = await chatBody.validate(await json(request));
  const mode = findMode(request.headers['x-stand-in-mode']?.toString()) ?? modeOfModel(body.model) ?? usual;
  const conversation = readConversation(body);
  const entry = { mode, model: body.model, question: conversation.question, cancelled: false };
  requests.push(entry);
  response.on('close', () => {
    entry.cancelled = !response.writableFinished;
  });
  if (!sendMishap(response, mode)) await sendReply(response, body, replyTo(conversation, mode), mode);
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  sendJson(response, status, { error: { message } });

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

interface Mishap {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const error = (message: string): string => JSON.stringify({ error: { message, type: 'stand_in' } });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Mode -> failure that replaces an answer: a server error or garbage. */
const MISHAPS: Readonly<Partial<Record<Mode, Mishap>>> = {
  failing: { status: 500, headers: JSON_TYPE, body: error('the stand-in fails as it was told') },
  limiting: { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: error('too many requests') },
  garbage: {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: 'data: {"choices":[{"delta":{"content":"The price"}}\n\ndata: \u0000\ufffd<html>\n\n',
  },
};

/** Sends the failure of the mode; false if the mode has none. */
function sendMishap(response: ServerResponse, mode: Mode): boolean {
  const mishap = MISHAPS[mode];
  if (!mishap) return false;
  response.writeHead(mishap.status, { ...mishap.headers }).end(mishap.body);
  return true;
}
