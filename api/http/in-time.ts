/**
 * A request that its client may repeat, a submission with its key or a look at a status, is not left without an answer
 * however slow everything behind the service is: it is told to come again, and finds what was done meanwhile.
 */
import { ServiceUnavailable } from './errors.ts';
import { waitSeconds } from './follow-status.ts';
import type { RouteShape } from './route.ts';

/** Clients and proxies begin to give up at 10 s, and a proxy may have held it for seconds before. */
const ANSWER_MS = 5000;
/** However long its body was looked through, ms: else a large one that comes again would never hear that it was accepted. */
const LEAST_MS = 2500;

interface Asked {
  readonly route: Pick<RouteShape, 'heeds'>;
  readonly header: (name: string) => string | undefined;
  /** Since it came, without the time that its body took to arrive, ms. */
  readonly spentMs: number;
}

/** Rejects with `ServiceUnavailable` when `work`, which goes on, is late. */
export async function inTime<T>({ route, header, spentMs }: Asked, work: Promise<T>): Promise<T> {
  const heeds = (name: 'Idempotency-Key' | 'Prefer') => route.heeds?.includes(name) === true;
  const isKeyed = heeds('Idempotency-Key') && header('idempotency-key') !== undefined;
  if (!isKeyed && !heeds('Prefer')) return work;
  const waitS = (heeds('Prefer') && waitSeconds(header('prefer'))) || 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new ServiceUnavailable('The service is slow at the moment; ask again'));
    timer = setTimeout(tell, Math.max(LEAST_MS, ANSWER_MS - spentMs) + waitS * 1000);
  });
  // What comes of it after that is nobody's to hear.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
