/** A chain of entries as the service would write it, for tests that damage it. */
import { CHAIN_START, type ChainedEntry, chainEntry } from '../../mongo/audit/chained-entry.ts';

const ID_DIGITS = 24;

/** Every third entry tells a fact that must be told once only. */
export function aChain(length: number): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let n = 1; n <= length; n++) {
    const fact = {
      id: n.toString(16).padStart(ID_DIGITS, '0'),
      event_type: n % 2 ? 'login' : 'solve_submitted',
      user_id: `user-${n % 5}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      details: { job_id: `job-${n}`, nested: { list: [n, null, 'ä'], empty: {} } },
      ...(n % 3 === 0 && { once: `fact-${n}` }),
    };
    entries.push(chainEntry(entries.at(-1) ?? CHAIN_START, fact));
  }
  return entries;
}
