/**
 * Tells the audit log who was denied what: of the first refusal of a user on a route at once, of those in the
 * minute after it together and as a number, so that nobody fills the log by asking. Each process counts for itself.
 */
import type { AccountDeps } from './deps.ts';

export interface Denials {
  note(userId: string, call: DeniedCall): Promise<void>;
}

interface DeniedCall {
  readonly method: string;
  readonly route: string;
}

const MINUTE_MS = 60_000;

export function createDenials(
  { audit, log }: Pick<AccountDeps, 'audit' | 'log'>,
  minuteMs = MINUTE_MS,
): Denials {
  /** How many are not in the log yet, for every user and route with an entry of the last minute. */
  const untold = new Map<string, number>();
  const tell = async (userId: string, call: DeniedCall, count: number): Promise<void> => {
    const key = keyOf(userId, call);
    untold.set(key, 0);
    setTimeout(() => {
      const more = untold.get(key) ?? 0;
      if (more === 0) untold.delete(key);
      else tell(userId, call, more).catch((error) => log.warn({ err: error }, 'denials were not audited'));
    }, minuteMs).unref();
    await audit.record('access_denied', { userId, details: { ...call, count } });
  };
  return {
    note: async (userId, call) => {
      const key = keyOf(userId, call);
      const more = untold.get(key);
      if (more === undefined) await tell(userId, call, 1);
      else untold.set(key, more + 1);
    },
  };
}

const keyOf = (userId: string, { method, route }: DeniedCall): string => `${userId} ${method} ${route}`;
