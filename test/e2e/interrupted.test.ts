/** What a kill of the solver costs the jobs that it was working on while many others wait: its time and no more. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';
import { processOf } from '../support/stack/running-stack.ts';

const SLOTS = 2;
const WAITING = 4;
const LIMIT_S = 20;
/** Until a schedule that was seen is saved, ms. */
const SAVED_MS = 1200;
/** Between two heartbeats, and from the slot to the first line of a solve in the log, s. */
const SLACK_S = 2.5;
/** From a free slot to a solve that has read its case, and the delay of its line in the log, ms. */
const AT_ONCE_MS = 1000 + 250;

interface Line {
  readonly time: number;
  readonly msg: string;
  readonly jobId?: string;
  readonly resumed?: boolean;
}

describe('a kill of the solver with a full queue', function () {
  this.timeout(240_000);
  let running: PrivateStack | undefined;
  before(async () => {
    running = await privateStack({ SOLVER_SLOTS: String(SLOTS), SOLVER_WARM_UP: 'false' });
  });
  after(() => running?.stop());

  it('leaves every interrupted job the rest of its time, before fresh ones', async () => {
    assert.ok(running);
    const { admin, stack } = running;
    const submit = async (n: number): Promise<string> => {
      const body = { scenario_id: `long-${n}`, payload: hardCase(40, 24, n), timeout: LIMIT_S };
      const reply = await admin.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body });
      assert.equal(reply.status, 202, JSON.stringify(reply.body));
      return reply.body.job_id;
    };
    const ids: string[] = [];
    for (let n = 0; n < SLOTS + WAITING; n++) ids.push(await submit(n));
    const statuses = () => Promise.all(ids.map((id) => admin.status(id)));
    const withSchedule = (seen: readonly JobStatusReply[]) => {
      const working = seen.filter(
        ({ status, progress_detail }) => status === 'running' && progress_detail?.incumbent,
      );
      return working.length === SLOTS ? new Map(working.map((job) => [job.job_id, job])) : undefined;
    };
    const isSame = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
      [...one.keys()].every((id) => other.has(id));
    // Seen twice: by then the schedules are saved and heartbeats have told of the time.
    let interrupted = await until(statuses, withSchedule);
    for (let isSettled = false; !isSettled; ) {
      await delay(SAVED_MS);
      const seen = await until(statuses, withSchedule);
      isSettled = isSame(seen, interrupted);
      interrupted = seen;
    }
    const killedAt = Date.now();
    running.kill('solver');

    const lines = await until(
      () => readLines(processOf(stack, 'solver').log),
      (all) => (begun(all, killedAt).length > SLOTS ? all : undefined),
    );
    const freeAt = lines.find(({ msg, time }) => msg === 'polling' && time > killedAt)?.time ?? 0;
    const next = begun(lines, killedAt);
    const first = next.slice(0, SLOTS);
    assert.deepEqual(new Set(first.map(({ jobId }) => jobId)), new Set(interrupted.keys()));
    for (const { jobId = '', time, resumed } of first) {
      assert.ok(time - freeAt < AT_ONCE_MS, `${time - freeAt} ms after the slot was free`);
      assert.equal(resumed, true);
      const spentS = (killedAt - Date.parse(interrupted.get(jobId)?.started_at ?? '')) / 1000;
      const { finished_at } = await admin.wait(jobId);
      const givenS = (Date.parse(finished_at ?? '') - time) / 1000;
      const { termination_status, objective_value } = await admin.result(jobId);
      assert.ok(objective_value !== null, termination_status);
      const hadItsTime = givenS > LIMIT_S - spentS - SLACK_S;
      assert.ok(
        hadItsTime || termination_status === 'OPTIMAL',
        `${givenS} s after ${spentS} of ${LIMIT_S} s`,
      );
    }
    process.stdout.write(
      `    ${SLOTS} interrupted, ${WAITING} waiting: next attempts ${first.map(({ time }) => time - freeAt).join(' and ')} ms after a slot was free\n`,
    );
  });
});

const begun = (lines: readonly Line[], after: number): Line[] =>
  lines.filter(({ msg, time }) => msg === 'solving' && time > after);

async function readLines(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  // The last may be half written.
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []));
}

async function until<S, T>(look: () => Promise<S>, found: (seen: S) => T | undefined): Promise<T> {
  const end = Date.now() + 90_000;
  for (;;) {
    const value = found(await look());
    if (value !== undefined) return value;
    assert.ok(Date.now() < end, 'it never came');
    await delay(100);
  }
}
