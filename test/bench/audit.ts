/**
 * `npm run bench -- audit`: time to write one audit entry, alone and beside eight writers with connections of their
 * own, which append all their entries at once or in turn; and the rate at which the chain is verified. Times in ms.
 */
import assert from 'node:assert/strict';
import { type Audit, auditIndexes, createAudit } from '../../mongo/audit.ts';
import { connectMongo } from '../../mongo/connect.ts';
import { ensureIndexes } from '../../mongo/indexes.ts';
import { load, type Run, rate, spread } from '../support/load.ts';
import { runningStack } from '../support/stack/running-stack.ts';
import { amount, benchmark } from './harness/benchmark.ts';

const WARM_UP = 50;
const ALONE = amount('ALONE', 1000);
const WRITERS = 8;
const EACH = amount('EACH', 500);

const append = (writer: Audit, count: number, clients = 1): Promise<Run> =>
  load({ count, clients }, (n) => {
    const details = { job_id: `job-${n}`, solver: 'highs', job_type: 'uc', scenario_id: 'bench' };
    return writer.record('solve_submitted', { userId: 'bench', details, ip: '::1' });
  });

/** A new database in the MongoDB that the environment names, or in that of the stack. */
async function emptyDatabase() {
  const MONGODB_URI = process.env['MONGODB_URI'] || (await runningStack()).stack.mongodb_uri;
  const place = { MONGODB_URI, MONGODB_DATABASE: `grid_bench_${process.pid}` };
  const connections = Array.from({ length: WRITERS }, () => connectMongo(place));
  const [first] = connections;
  assert.ok(first);
  return { connections, db: first.db, stop: () => first.db.dropDatabase() };
}

await benchmark(emptyDatabase, async ({ connections, db }, tell) => {
  await Promise.all(connections.map((each) => each.ping()));
  await ensureIndexes(db, [auditIndexes]);
  const audit = createAudit(db);
  const writers = connections.map((each) => createAudit(each.db));
  await append(audit, WARM_UP);
  tell('one writer', spread((await append(audit, ALONE)).times));
  for (const [how, clients] of [
    ['all at once', EACH],
    ['each in turn', 1],
  ] as const) {
    const runs: Run[] = [];
    const all = await load({ count: WRITERS, clients: WRITERS }, async (n) => {
      runs.push(await append(writers[n] ?? audit, EACH, clients));
    });
    tell(`eight writers, ${how}`, rate({ times: runs.flatMap(({ times }) => times), seconds: all.seconds }));
  }
  const began = performance.now();
  const verdict = await audit.verify();
  const entries = WARM_UP + ALONE + 2 * WRITERS * EACH;
  tell('verified entries', { entries, per_s: (entries / (performance.now() - began)) * 1000 });
  assert.deepEqual(verdict, { valid: true, entries, first_bad: null });
});
