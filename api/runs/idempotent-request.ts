/** The `Idempotency-Key` header of a submission: which request it names, and what was in it. */
import { createHash } from 'node:crypto';
import { canonicalPieces } from '../../temporal/json/canonical-json.ts';
import { inSlices, type Stepwise } from '../../temporal/json/in-slices.ts';
import { Unprocessable } from '../http/errors.ts';
import { LONGEST_KEY } from '../http/headers.ts';
import type { Caller } from '../http/request.ts';

export interface IdempotentRequest {
  /** The key within its user and route. */
  readonly id: string;
  /** SHA-256 of the body as canonical JSON, hex. */
  readonly bodySha256: string;
}

/** Undefined when the request carries no key. */
export async function idempotentRequest(
  route: string,
  body: object,
  { user, request }: Caller,
): Promise<IdempotentRequest | undefined> {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    const msg = `Idempotency-Key should have 1 to ${LONGEST_KEY} characters`;
    throw new Unprocessable([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }]);
  }
  return {
    id: `${user.userId}/${route}/${key}`,
    bodySha256: await inSlices(hashOf(body)),
  };
}

function* hashOf(body: object): Stepwise<string> {
  const hash = createHash('sha256');
  for (const piece of canonicalPieces(body)) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}
