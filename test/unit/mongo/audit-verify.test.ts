import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CHAIN_START, type ChainedEntry, chainEntry, entryHash } from '../../../mongo/audit-entry.ts';
import { verifyChain } from '../../../mongo/audit-verify.ts';
import { aChain } from '../../support/stores/audit-chain.ts';

const LENGTH = 12;
const CHAIN = aChain(LENGTH);
const ANCHOR = CHAIN.at(-1) ?? { ...CHAIN_START, id: '' };

const entryAt = (n: number): ChainedEntry => {
  const entry = CHAIN[n];
  assert.ok(entry);
  return entry;
};
/** Entry `n` with forged content. */
const forged = (n: number) => {
  const { hash, ...fact } = entryAt(n);
  return { ...fact, user_id: 'mallory' };
};
const rehash = ({ hash, ...content }: ChainedEntry): ChainedEntry => ({
  ...content,
  hash: entryHash(content),
});

/** Changes of entry `n`; each changes one field. */
const changes = (n: number): Partial<Record<string, unknown>>[] => [
  { id: 'f'.repeat(24) },
  { event_type: 'logout' },
  { user_id: '' },
  { timestamp: new Date(0).toISOString() },
  { details: { ...entryAt(n).details, nested: { list: [n + 1, null], empty: {} } } },
  { details: { ...entryAt(n).details, at: new Date(0) } },
  { details: null },
  { once: 'never' },
  { added: true },
  { previous_hash: 'a'.repeat(64) },
  { hash: 'a'.repeat(64) },
  { seq: n + 1.5 },
  { seq: LENGTH + 1 },
];

/** Kind of tampering -> the chain after it, at entry `n` and at another entry `m`. */
const TAMPERINGS: Readonly<Record<string, (n: number, m: number) => ChainedEntry[]>> = {
  ...Object.fromEntries(
    changes(0).map((change, at) => [
      `changed ${Object.keys(change)} (${at})`,
      (n: number) => CHAIN.with(n, { ...entryAt(n), ...changes(n)[at] }),
    ]),
  ),
  deleted: (n) => CHAIN.toSpliced(n, 1),
  'cut off': (n) => CHAIN.slice(0, n),
  repeated: (n) => CHAIN.toSpliced(n, 0, entryAt(n)),
  'inserted with a link and a hash that fit': (n) =>
    CHAIN.toSpliced(n, 0, chainEntry(CHAIN[n - 1] ?? CHAIN_START, forged(n))),
  swapped: (n, m) => CHAIN.with(n, entryAt(m)).with(m, entryAt(n)),
  'swapped in content': (n, m) =>
    CHAIN.with(n, { ...entryAt(n), details: entryAt(m).details }).with(m, {
      ...entryAt(m),
      details: entryAt(n).details,
    }),
  'hashed anew': (n) => CHAIN.with(n, rehash({ ...entryAt(n), user_id: 'mallory' })),
  'hashed anew to the end': (n) => {
    const entries = CHAIN.slice(0, n);
    for (let k = n; k < LENGTH; k++) entries.push(chainEntry(entries.at(-1) ?? CHAIN_START, forged(k)));
    return entries;
  },
};

describe('the verification of a chain', () => {
  it('never blames a chain that is as it was written, wherever the anchor lags', async () => {
    const lengths = fc.integer({ min: 0, max: 30 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), async (length, lag) => {
        const chain = aChain(length);
        const anchor = chain[lag % (length + 1)] ?? chain.at(-1) ?? CHAIN_START;
        assert.deepEqual(await verifyChain(chain, anchor), { valid: true, entries: length, first_bad: null });
      }),
    );
  });
  for (const [name, tamper] of Object.entries(TAMPERINGS)) {
    it(`finds an entry ${name}, wherever it is`, async () => {
      for (let n = 0; n < LENGTH; n++) {
        const { valid, entries, first_bad } = await verifyChain(tamper(n, (n + 5) % LENGTH), ANCHOR);
        assert.equal(valid, false, `entry ${n}`);
        assert.ok(first_bad && entries <= LENGTH && (first_bad.seq ?? 0) > 0, JSON.stringify(first_bad));
      }
    });
  }
  it('finds every possible change of an entry', async () => {
    const place = fc.tuple(fc.nat(LENGTH - 1), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }));
    await fc.assert(
      fc.asyncProperty(place, async ([n, at, letter]) => {
        const text = JSON.stringify(entryAt(n));
        const index = at % text.length;
        const changed = text.slice(0, index) + letter + text.slice(index + 1);
        const entry = parsed(changed);
        fc.pre(entry !== null && JSON.stringify(entry) !== text);
        assert.equal((await verifyChain(CHAIN.with(n, entry ?? entryAt(n)), ANCHOR)).valid, false, changed);
      }),
    );
  });
  it('names the bad entry and its fault', async () => {
    const problem = async (chain: ChainedEntry[], anchor: typeof ANCHOR | null = ANCHOR) =>
      (await verifyChain(chain, anchor)).first_bad;
    const { id } = entryAt(4);
    const tamper = (name: string) => TAMPERINGS[name]?.(4, 7) ?? [];
    assert.deepEqual(await problem(tamper('deleted')), { seq: 5, id: null, problem: 'missing' });
    assert.deepEqual(await problem(tamper('cut off')), { seq: 5, id: null, problem: 'truncated' });
    assert.deepEqual(await problem(tamper('changed user_id (2)')), { seq: 5, id, problem: 'changed' });
    assert.deepEqual(await problem(tamper('hashed anew')), {
      seq: 6,
      id: entryAt(5).id,
      problem: 'relinked',
    });
    assert.deepEqual(await problem(tamper('repeated')), { seq: 5, id, problem: 'inserted' });
    const end = tamper('hashed anew to the end');
    assert.deepEqual(await problem(end), { seq: LENGTH, id: ANCHOR.id, problem: 'changed' });
    assert.deepEqual(await problem(CHAIN, null), { seq: LENGTH + 1, id: null, problem: 'truncated' });
    assert.deepEqual(await problem([]), { seq: 1, id: null, problem: 'truncated' });
  });
  it('has nothing to say of a log without entries', async () => {
    assert.deepEqual(await verifyChain([], null), { valid: true, entries: 0, first_bad: null });
  });
});

function parsed(text: string): ChainedEntry | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
