/**
 * Sends one request to an address given by a user. The host name is resolved once, all its addresses must be permitted,
 * and the connection uses only these addresses. A name that resolves to another address a moment later thus has no
 * effect.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, addressProblem, hostOf } from '../../temporal/public-address.ts';

/** Time limit from name resolution to the status line of the response, ms. */
const DEADLINE_MS = 10_000;
const MOST_BODY_BYTES = 64 * 1024;

interface Address {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveName: Resolve = (host) => lookup(host, { all: true });

/** Thrown for an address that is not permitted; a retry would not help. */
export class RefusedAddress extends Error {}

/** Largest part of the body of a response that is read, bytes. The next constant is the time limit of reading, ms. */
const MOST_ANSWER_BYTES = 1024;
const ANSWER_MS = 1000;

interface PostOptions {
  readonly rule: AddressRule;
  readonly resolve: Resolve;
  readonly deadlineMs?: number;
  /** Receives the beginning of the response body. */
  onBody?(text: string): void;
}

/** Sends the request; resolves to the HTTP status. Redirects are not followed. */
export async function postEvent(
  text: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { rule, resolve, deadlineMs = DEADLINE_MS, onBody = () => {} }: PostOptions,
): Promise<number> {
  if (Buffer.byteLength(body) > MOST_BODY_BYTES) throw new RefusedAddress('The event is larger than 64 kB');
  const signal = AbortSignal.timeout(deadlineMs);
  const url = new URL(text);
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await beforeAbort(resolve(host), signal) : [{ address: host, family }];
  const problem = addressProblem(
    url,
    rule,
    addresses.map(({ address }) => address),
  );
  if (problem) throw new RefusedAddress(problem);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const sent = request(
      url,
      { method: 'POST', headers, signal, agent: false, lookup: pinned(addresses) },
      (answer) => {
        void beginningOf(answer)
          .then(onBody)
          .finally(() => done(answer.statusCode ?? 0));
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** The part of the response body that arrives in time. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const late = setTimeout(() => answer.destroy(), ANSWER_MS);
  try {
    for await (const piece of answer) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // Even if reading the body fails, the status of the response counts.
  } finally {
    clearTimeout(late);
    answer.destroy();
  }
  return Buffer.concat(pieces).subarray(0, MOST_ANSWER_BYTES).toString();
}

const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) =>
      signal.addEventListener('abort', () => fail(signal.reason), { once: true }),
    ),
  ]);

const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
