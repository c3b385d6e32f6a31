/** Answers that are none: errors of the server and garbage. */
import type { ServerResponse } from 'node:http';
import type { Mode } from './modes.ts';

interface Mishap {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const error = (message: string): string => JSON.stringify({ error: { message, type: 'stand_in' } });
const JSON_TYPE = { 'content-type': 'application/json' };

const MISHAPS: Readonly<Partial<Record<Mode, Mishap>>> = {
  failing: { status: 500, headers: JSON_TYPE, body: error('the stand-in fails as it was told') },
  limiting: { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: error('too many requests') },
  garbage: {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: 'data: {"choices":[{"delta":{"content":"The price"}}\n\ndata: \u0000\ufffd<html>\n\n',
  },
};

/** Whether the mode has one, which is sent then. */
export function sendMishap(response: ServerResponse, mode: Mode): boolean {
  const mishap = MISHAPS[mode];
  if (!mishap) return false;
  response.writeHead(mishap.status, { ...mishap.headers }).end(mishap.body);
  return true;
}
