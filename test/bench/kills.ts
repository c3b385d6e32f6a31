/**
 * `npm run bench -- kills`: 400 small jobs through 50 kills across all processes of a stack of its own: how many were
 * lost, done twice or not audited, and how long the service was away.
 */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatus } from '../../temporal/case/messages/job.ts';
import { SOLVE } from '../support/callers/api-client.ts';
import { jobsAudited } from '../support/callers/audited-jobs.ts';
import { persist } from '../support/callers/persist.ts';
import { hardCase } from '../support/cases/hard-case.ts';
import { type Random, random } from '../support/cases/random.ts';
import { type Kill, killInTurn } from '../support/stack/kill-in-turn.ts';
import { type PrivateStack, privateStack } from '../support/stack/private-stack.ts';
import { processOf } from '../support/stack/running-stack.ts';
import { solverRuns } from '../support/stack/solver-log.ts';
import { spread, writeFigures } from './figures.ts';

/** A storm of small jobs on a stack whose processes are killed meanwhile, and what is to be said of them afterwards. */
interface Storm {
  readonly jobs: number;
  readonly kills: number;
  /** Units of each case. */
  readonly units: number;
  readonly random: Random;
}

interface StormReport {
  /** Accepted, and not completed in the end. */
  readonly lost: number;
  /** Accepted twice, solved twice, or two entries in the audit log. */
  readonly twice: number;
  /** Accepted without `solve_submitted`, or completed without `solve_completed`. */
  readonly unaudited: number;
  /** The chain of the audit log is whole. */
  readonly isChainValid: boolean;
  readonly kills: readonly Kill[];
  readonly wallMs: number;
}

const GAP = 0.01;
const HORIZON_H = 24;
/** Until all jobs have ended after the last kill, and until the sweep has been at work twice, ms. */
const END_MS = 600_000;
const SWEPT_MS = 60_000;

/** Each kill comes amid a burst of submissions. */
async function jobsUnderKills(running: PrivateStack, storm: Storm): Promise<StormReport> {
  const { admin, stack } = running;
  const { random } = storm;
  const began = Date.now();
  const submissions: Promise<string>[] = [];
  const burst = (most: number): void => {
    for (let n = 0; n < most && submissions.length < storm.jobs; n++) {
      const seed = submissions.length;
      submissions.push(delay(random.integer(0, 1500)).then(() => submit(running, storm, seed)));
    }
  };
  const kills = await killInTurn(running, {
    count: storm.kills,
    pause: () => {
      burst(Math.ceil(storm.jobs / storm.kills));
      return random.integer(100, 1300);
    },
    isOn: () => true,
  });
  burst(storm.jobs);
  const ids = await Promise.all(submissions);
  const total = async (status?: JobStatus): Promise<number> =>
    (
      await persist(() =>
        admin.request<{ total: number }>('GET', `${SOLVE}?limit=1${status ? `&status=${status}` : ''}`),
      )
    ).body.total;
  for (const end = Date.now() + END_MS; Date.now() < end; await delay(1000)) {
    if ((await total('queued')) + (await total('running')) === 0) break;
  }
  const wallMs = Date.now() - began;
  const [accepted, completed] = [await total(), await total('completed')];
  const submitted = await logged(running, 'solve_submitted', ids.length);
  const told = await logged(running, 'solve_completed', ids.length);
  const { saved } = await solverRuns(processOf(stack, 'solver').log, new Set(ids));
  const missing = (jobs: readonly string[]): number => ids.filter((id) => !jobs.includes(id)).length;
  const repeated = (jobs: readonly string[]): number => jobs.length - new Set(jobs).size;
  const chain = await admin.request<{ valid: boolean }>('GET', '/api/audit/verify');
  return {
    lost: ids.length - completed + (storm.jobs - ids.length),
    twice:
      accepted -
      ids.length +
      [...saved.values()].filter((times) => times > 1).length +
      repeated(submitted) +
      repeated(told),
    unaudited: missing(submitted) + missing(told),
    isChainValid: chain.body.valid,
    kills,
    wallMs,
  };
}

async function submit({ admin }: PrivateStack, { units }: Storm, n: number): Promise<string> {
  const payload = { ...hardCase(units, HORIZON_H, n), options: { mip_gap: GAP } };
  const headers = { 'idempotency-key': randomUUID() };
  const body = { scenario_id: `storm-${n % 20}`, payload, timeout: 60 };
  const reply = await persist(() =>
    admin.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers }),
  );
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.job_id;
}

/** Jobs with such an entry, as soon as there are so many or none can come any more. */
async function logged({ admin }: PrivateStack, type: string, count: number): Promise<string[]> {
  for (const end = Date.now() + SWEPT_MS; ; await delay(1000)) {
    const jobs = await jobsAudited(admin, type);
    if (jobs.length >= count || Date.now() > end) return jobs;
  }
}

const running = await privateStack({ MAX_OPEN_JOBS: '1000' });
try {
  const storm = { jobs: 400, kills: 50, units: 12, random: random(2026) };
  const { kills, wallMs, isChainValid, ...counts } = await jobsUnderKills(running, storm);
  const recovery_ms = spread(kills.map(({ recoveryMs }) => recoveryMs));
  const figures = {
    kills: kills.length,
    ...counts,
    chain_valid: isChainValid,
    wall_s: wallMs / 1000,
    recovery_ms,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  await writeFigures(figures);
} finally {
  await running.stop();
}
process.exit(0);
