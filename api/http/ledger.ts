/**
 * Ledger of the bytes that requests hold in this process: bodies from their first byte, their expanded form, and
 * replies until their last byte is sent. A user may hold at most half of the free bytes, so that some always remain for
 * other users.
 */
import type { ThreadSettings } from '../../temporal/settings.ts';
import { ServiceUnavailable, TooMany } from './errors.ts';

/** The bytes charged to one request. */
export interface Holding {
  /**
   * Charges bytes to the request. Throws `TooMany` for a user who holds too much, and `ServiceUnavailable` if other
   * users hold too much.
   */
  take(bytes: number): void;
  /** Charges bytes that cannot be refused any more; another limit bounds them. */
  add(bytes: number): void;
  /** Replaces the charge, when the body has been read and only the reply remains. */
  become(bytes: number): void;
  /** True if `take` would refuse any more bytes. */
  readonly isFull: boolean;
}

/** The part of a response that the ledger uses. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

export interface Ledger {
  /** Charges `REQUEST_BYTES`, and releases everything when the response is closed. Throws the errors of `take`. */
  open(userId: string, res: Closing): Holding;
  /** Bytes held by all users. */
  readonly held: number;
}

/** Assumed size of a request without its body: headers and related objects, bytes. */
export const REQUEST_BYTES = 16 * 1024;
const RETRY_AFTER_S = 2;
const BYTES_PER_MB = 1_000_000;

/** Limit of the ledger, bytes: a quarter of the process memory. The rest is for the process itself and its threads. */
export const ledgerBytes = ({ API_MEMORY_MB }: Pick<ThreadSettings, 'API_MEMORY_MB'>): number =>
  (API_MEMORY_MB * BYTES_PER_MB) / 4;

/** Creates the ledger. `most`: limit over all users, bytes. */
export function createLedger(most: number): Ledger {
  const byUser = new Map<string, number>();
  let heldBytes = 0;
  const change = (userId: string, bytes: number): void => {
    heldBytes += bytes;
    const ofUser = (byUser.get(userId) ?? 0) + bytes;
    if (ofUser > 0) byUser.set(userId, ofUser);
    else byUser.delete(userId);
  };
  const fits = (userId: string, bytes: number): boolean =>
    2 * ((byUser.get(userId) ?? 0) + bytes) <= most - heldBytes - bytes;

  const open: Ledger['open'] = (userId, res) => {
    let charged = 0;
    const add = (bytes: number): void => {
      charged += bytes;
      change(userId, bytes);
    };
    const take = (bytes: number): void => {
      if (!fits(userId, bytes)) throw refusal(byUser.get(userId) ?? 0, bytes);
      add(bytes);
    };
    take(REQUEST_BYTES);
    const giveBack = () => add(-charged);
    if (res.closed) giveBack();
    else res.once('close', giveBack);
    return {
      take,
      // Bytes are not charged to a response that is already closed.
      add: (bytes) => !res.closed && add(bytes),
      become: (bytes) => !res.closed && add(bytes - charged),
      get isFull() {
        return !fits(userId, 0);
      },
    };
  };
  return {
    open,
    get held() {
      return heldBytes;
    },
  };
}

/**
 * Error of a refused charge: 503 if the user holds nothing else, because then other users hold the memory; otherwise
 * 429.
 */
function refusal(userBytes: number, bytes: number): TooMany | ServiceUnavailable {
  const mb = (userBytes / BYTES_PER_MB).toFixed(1);
  if (userBytes > bytes || userBytes > REQUEST_BYTES)
    return new TooMany(
      `You have ${mb} MB of requests and replies in transit: wait until some have ended`,
      RETRY_AFTER_S,
    );
  return new ServiceUnavailable('Too many bytes are in transit; retry in a moment', {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}
