/**
 * `npm run bench -- audit`: what one entry costs alone and while eight writers, each with a connection of its
 * own, append to the one chain; and how fast the chain is verified. Times in ms.
 */
import assert from 'node:assert/strict';
import { type Audit, auditIndexes, createAudit } from '../../mongo/audit.ts';
import { connectMongo, type MongoConnection } from '../../mongo/connect.ts';
import { ensureIndexes } from '../../mongo/indexes.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { spread, writeFigures } from './figures.ts';

const ALONE = 1000;
const WRITERS = 8;
const EACH = 500;

const MONGODB_URI = process.env['MONGODB_URI'] || (await runningStack()).stack.mongodb_uri;
const MONGODB_DATABASE = `grid_bench_${process.pid}`;
const connections: MongoConnection[] = Array.from({ length: WRITERS }, () =>
  connectMongo({ MONGODB_URI, MONGODB_DATABASE }),
);
const audits = connections.map(({ db }) => createAudit(db));
const [connection] = connections;
const [audit] = audits;
assert.ok(connection && audit);

async function timed(action: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await action();
  return performance.now() - began;
}

/** Times of `count` entries, one after the other. */
async function inTurn(writer: Audit, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const details = { job_id: `job-${n}`, solver: 'highs', job_type: 'uc', scenario_id: 'bench' };
    times.push(await timed(() => writer.record('solve_submitted', { userId: 'bench', details, ip: '::1' })));
  }
  return times;
}

const atOnce = (writer: Audit): Promise<number[]> =>
  Promise.all(Array.from({ length: EACH }, async () => (await inTurn(writer, 1))[0] ?? 0));

async function together(write: (writer: Audit) => Promise<number[]>) {
  const began = performance.now();
  const times = (await Promise.all(audits.map(write))).flat();
  const seconds = (performance.now() - began) / 1000;
  return { one_entry_ms: spread(times), entries_per_s: Math.round(times.length / seconds) };
}

try {
  await Promise.all(connections.map((each) => each.ping()));
  await ensureIndexes(connection.db, [auditIndexes]);
  await inTurn(audit, 50);
  const alone = spread(await inTurn(audit, ALONE));
  const burst = await together(atOnce);
  const contended = await together((writer) => inTurn(writer, EACH));
  const began = performance.now();
  const verdict = await audit.verify();
  const verifyMs = performance.now() - began;
  const figures = {
    one_writer: { one_entry_ms: alone },
    eight_writers_all_at_once: burst,
    eight_writers_each_in_turn: contended,
    verified: { ...verdict, entries_per_s: Math.round((verdict.entries / verifyMs) * 1000) },
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  assert.deepEqual(verdict, { valid: true, entries: 50 + ALONE + 2 * WRITERS * EACH, first_bad: null });
  await writeFigures(figures);
} finally {
  await connection.db.dropDatabase();
  await Promise.all(connections.map((each) => each.close()));
}
