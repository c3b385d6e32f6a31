/**
 * One account of the bytes that requests have under way in this process: bodies from their first byte on, what they are
 * expanded to, and replies until their last byte has been sent. A user may hold half as much as is still free, so that
 * however many have come before, something is left for whoever comes next.
 */
import type { ThreadSettings } from '../../temporal/settings.ts';
import { ServiceUnavailable, TooMany } from './errors.ts';

/** The bytes of one request. */
export interface Holding {
  /** Throws `TooMany` for a user who holds too much, `ServiceUnavailable` where others do. */
  take(bytes: number): void;
  /** For what is bounded elsewhere, and must not be refused any more. */
  add(bytes: number): void;
  /** In place of all before: the body has been read, and what remains is the reply. */
  become(bytes: number): void;
  /** Whether more would be refused. */
  readonly isFull: boolean;
}

/** A response. */
interface Closing {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

export interface Ledger {
  /** Holds `REQUEST_BYTES` at once, and gives everything back when the response is closed. Throws as `take`. */
  open(userId: string, res: Closing): Holding;
  /** Bytes of all. */
  readonly held: number;
}

/** A request with its headers and the objects around it. */
export const REQUEST_BYTES = 16 * 1024;
const RETRY_AFTER_S = 2;
const BYTES_PER_MB = 1_000_000;

/** A quarter of the memory of a process: the rest is for the process itself and its threads. */
export const ledgerBytes = ({ API_MEMORY_MB }: Pick<ThreadSettings, 'API_MEMORY_MB'>): number =>
  (API_MEMORY_MB * BYTES_PER_MB) / 4;

/** `most`: bytes of all users. */
export function createLedger(most: number): Ledger {
  const byUser = new Map<string, number>();
  let held = 0;
  const change = (userId: string, bytes: number): void => {
    held += bytes;
    const ofUser = (byUser.get(userId) ?? 0) + bytes;
    if (ofUser > 0) byUser.set(userId, ofUser);
    else byUser.delete(userId);
  };
  const fits = (userId: string, bytes: number): boolean =>
    2 * ((byUser.get(userId) ?? 0) + bytes) <= most - held - bytes;

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
      // Bytes that come after the end of the response are not charged.
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
      return held;
    },
  };
}

/** A user who holds nothing else can only wait for others. */
function refusal(own: number, bytes: number): TooMany | ServiceUnavailable {
  const mb = (own / BYTES_PER_MB).toFixed(1);
  if (own > bytes || own > REQUEST_BYTES)
    return new TooMany(
      `You have ${mb} MB of requests and replies under way: wait until some have ended`,
      RETRY_AFTER_S,
    );
  return new ServiceUnavailable('Too many bytes are under way; try again in a moment', {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}
