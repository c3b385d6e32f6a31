/**
 * One request to an address that a user has given. The name is resolved once, every address that it has must be a permitted
 * one, and the connection goes to those and no other: a name that resolves to something else a moment later gains nothing.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, addressProblem, hostOf } from '../../temporal/public-address.ts';

/** From the name to the status line of the answer, ms. */
const DEADLINE_MS = 10_000;
const MOST_BODY_BYTES = 64 * 1024;

interface Address {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveName: Resolve = (host) => lookup(host, { all: true });

/** Nothing may be sent there, however often it is tried. */
export class RefusedAddress extends Error {}

/** The body of an answer is read up to so many bytes, and for so long, ms. */
const MOST_ANSWER_BYTES = 1024;
const ANSWER_MS = 1000;

interface PostOptions {
  readonly rule: AddressRule;
  readonly resolve: Resolve;
  readonly deadlineMs?: number;
  /** Hears the beginning of the body of the answer. */
  onBody?(text: string): void;
}

/** Resolves to the HTTP status. Redirects are not followed. */
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

/** The part of a body that arrives in time. */
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
    // The status is known all the same.
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
