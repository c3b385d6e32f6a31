/** Repeats a request until it is answered, as a good client does. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiReply } from './api-client.ts';

const LIMIT_MS = 90_000;
const PAUSE_MS = 200;

export async function persist<T>(request: () => Promise<ApiReply<T>>): Promise<ApiReply<T>> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const reply = await request().catch(() => undefined);
    if (reply && reply.status < 500) return reply;
    assert.ok(Date.now() < end, `never answered: ${JSON.stringify(reply?.body)}`);
    await delay(PAUSE_MS);
  }
}
