/** Writes a reply to the client, at the pace and with the mishaps of the mode. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatBody } from './chat-body.ts';
import { countTokens } from './count-tokens.ts';
import type { Mode } from './modes.ts';
import type { Reply } from './reply.ts';
import { toChunks } from './to-chunks.ts';
import { toCompletion } from './to-completion.ts';

const SLOW_MS = 20;

export async function sendReply(
  response: ServerResponse,
  body: ChatBody,
  reply: Reply,
  mode: Mode,
): Promise<void> {
  const usage = countTokens(body, reply);
  if (!body.stream) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(toCompletion(body.model, reply, usage)));
    return;
  }
  const chunks = toChunks(body.model, reply, usage);
  const hasMishap = reply.text !== '' && (mode === 'stalling' || mode === 'breaking');
  const shown = hasMishap ? chunks.slice(0, Math.ceil(chunks.length / 2)) : chunks;
  await stream(response, shown, mode === 'slow' ? SLOW_MS : 0);
  if (!hasMishap) response.end('data: [DONE]\n\n');
  // A tick later: what was written must leave before the connection breaks.
  else if (mode === 'breaking') setTimeout(() => response.destroy(), SLOW_MS);
}

async function stream(response: ServerResponse, chunks: readonly object[], paceMs: number): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  for (const chunk of chunks) {
    if (paceMs > 0) await delay(paceMs);
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}
