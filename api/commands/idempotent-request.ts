/** The `Idempotency-Key` header of a submission: which request it names, and what was in it. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../temporal/canonical/canonical-json.ts';
import { BadRequest } from '../errors.ts';
import type { Caller } from './caller.ts';

export interface IdempotentRequest {
  /** The key within its user and route. */
  readonly id: string;
  /** SHA-256 of the body as canonical JSON, hex. */
  readonly bodySha256: string;
}

const LONGEST_KEY = 255;

/** Undefined when the request carries no key. */
export function idempotentRequest(
  route: string,
  body: object,
  { user, request }: Caller,
): IdempotentRequest | undefined {
  const key = request.header('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw new BadRequest(`Idempotency-Key should have 1 to ${LONGEST_KEY} characters`);
  }
  return {
    id: `${user.userId}/${route}/${key}`,
    bodySha256: createHash('sha256').update(canonicalJson(body)).digest('hex'),
  };
}
