/**
 * Writes the newest hash of the audit chain to the process log. The chain has no key, so an attacker who can rewrite
 * the database could rebuild it; the log is beyond their reach.
 */
import type { Logger } from 'pino';
import type { Audit } from '../../mongo/audit.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Logs the newest hash now, and later at intervals whenever it has changed. The timer does not keep the process alive.
 */
export async function logAuditHead(audit: Audit, log: Logger, everyMs = EVERY_MS): Promise<void> {
  let loggedSeq = 0;
  const tell = async (): Promise<void> => {
    const head = await audit.newest();
    if (!head || head.seq === loggedSeq) return;
    loggedSeq = head.seq;
    log.info({ seq: head.seq, hash: head.hash }, 'newest audit entry');
  };
  setInterval(() => {
    tell().catch((error: unknown) => log.warn({ err: error }, 'newest audit entry was not read'));
  }, everyMs).unref();
  await tell();
}
