/**
 * Writes the newest hash of the audit chain to the log of the process, where nobody can rewrite it who can rewrite
 * the database: the chain has no key.
 */
import type { KitDeps } from '../http/deps.ts';

const EVERY_MS = 10 * 60_000;

/** Now and ever again, when it is another one; does not keep the process alive. */
export async function logAuditHead(
  { audit, log }: Pick<KitDeps, 'audit' | 'log'>,
  everyMs = EVERY_MS,
): Promise<void> {
  let told = 0;
  const tell = async (): Promise<void> => {
    const head = await audit.newest();
    if (!head || head.seq === told) return;
    told = head.seq;
    log.info({ seq: head.seq, hash: head.hash }, 'newest audit entry');
  };
  setInterval(() => {
    tell().catch((error: unknown) => log.warn({ err: error }, 'newest audit entry was not read'));
  }, everyMs).unref();
  await tell();
}
