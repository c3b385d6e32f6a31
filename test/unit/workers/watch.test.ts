/** Metrics of a worker process about its activities and their phases, and its health report. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { NOT_STARTED, type Phase } from '../../../temporal/case/messages/job.ts';
import { createWatchApp } from '../../../workers/http/watch-app.ts';
import { countActivities, createWorkerMetrics, gauge } from '../../../workers/metrics.ts';
import { observePhases } from '../../../workers/observe-phases.ts';

type Context = Parameters<ReturnType<typeof countActivities>>[0];
const silent = { error: () => undefined };

describe('counts of activities', () => {
  const run = async (activityType: string, work: () => Promise<unknown>, args: unknown[] = []) => {
    const metrics = createWorkerMetrics();
    const info = { activityType, currentAttemptScheduledTimestampMs: Date.now() - 3000 };
    const { inbound } = countActivities(metrics)({ info } as Context);
    const input: ActivityExecuteInput = { args, headers: {} };
    const outcome = await inbound?.execute?.(input, work).catch((error: unknown) => error);
    return { outcome, text: await metrics.registry.metrics() };
  };

  it('take the end of a run from its result, and pass the result on', async () => {
    const end = { status: 'failed', error: { code: 'SOLVER_ERROR', message: 'm', retryable: true } };
    const { outcome, text } = await run('finishJob', async () => ({ end }));
    assert.deepEqual(outcome, { end });
    assert.match(text, /runs_ended_total\{kind="job",status="failed",code="SOLVER_ERROR"\} 1/);
  });

  it('take the end of a job from an attempt that has written it', async () => {
    const summary = { terminationStatus: 'OPTIMAL', mipGap: 0, objectiveValue: 1 };
    const finishedAt = '2026-01-01T00:00:05.000Z';
    const { text } = await run('runSolver', async () => ({ ...summary, finishedAt }), [{ jobType: 'uc' }]);
    assert.match(text, /runs_ended_total\{kind="job",status="completed",code=""\} 1/);
  });

  it('add up the repairs of the sweep', async () => {
    const { text } = await run('closeAbandoned', async () => 3);
    assert.match(text, /sweep_repairs_total\{repair="closed"\} 3/);
  });

  it('tell the wait and the gap of an attempt', async () => {
    const summary = { terminationStatus: 'FEASIBLE', mipGap: 0.004, objectiveValue: 1 };
    const { text } = await run('runSolver', async () => summary, [{ jobType: 'uc' }]);
    assert.match(text, /solve_attempts_total\{job_type="uc",end="FEASIBLE"\} 1/);
    assert.match(text, /solve_end_gap_ratio_bucket\{le="0.005",job_type="uc"\} 1/);
    assert.match(text, /solve_queue_wait_seconds_bucket\{le="5",job_type="uc"\} 1/);
    assert.match(text, /solve_queue_wait_seconds_bucket\{le="2.5",job_type="uc"\} 0/);
  });

  it('count a schedule that the verifier rejected, and let the failure through', async () => {
    const failure = ApplicationFailure.nonRetryable('wrong', 'VERIFICATION_FAILED');
    const { outcome, text } = await run('runSolver', () => Promise.reject(failure), [{ jobType: 'ed' }]);
    assert.equal(outcome, failure);
    assert.match(text, /verifier_rejections_total 1/);
    assert.match(text, /solve_attempts_total\{job_type="ed",end="VERIFICATION_FAILED"\} 1/);
  });
});

describe('phases', () => {
  it('end when the next one begins, or with the attempt, with the last that was shown of them', () => {
    const events: string[] = [];
    const observer = observePhases([
      (phase) => {
        events.push(`begin ${phase}`);
        return ({ incumbent }) => events.push(`end ${phase} ${incumbent}`);
      },
    ]);
    const show = (phase: Phase, incumbent: number | null = null) =>
      observer.progress({ ...NOT_STARTED, phase, incumbent });
    show('building');
    show('search');
    show('search', 7);
    observer.end();
    observer.end();
    assert.deepEqual(events, ['begin building', 'end building null', 'begin search', 'end search 7']);
  });
});

describe('the time of phases', () => {
  it('is counted by phase', async () => {
    const metrics = createWorkerMetrics();
    const observer = observePhases([metrics.watchPhase]);
    observer.progress({ ...NOT_STARTED, phase: 'search', incumbent: 7 });
    observer.end();
    assert.match(await metrics.registry.metrics(), /solve_phase_seconds_count\{phase="search"\} 1/);
  });
});

describe('the page of a worker process', () => {
  const serve = async (parts: Partial<Parameters<typeof createWatchApp>[0]>) => {
    const { registry } = createWorkerMetrics();
    const all = { registry, token: undefined, probes: {}, states: () => ['RUNNING'], ...parts };
    const server = createWatchApp(all, silent).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      get: (path: string, token = '') =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token, connection: 'close' } }),
      close: () => server.close(),
    };
  };

  it('names the unready parts, in public words', async () => {
    const broken = async () => {
      throw new Error('secret address');
    };
    const states = [[], ['RUNNING', 'DRAINING'], ['RUNNING']];
    const polling: string[] = [];
    for (const state of states) {
      const page = await serve({ probes: { mongo: broken }, states: () => state });
      const reply = await page.get('/health/ready');
      const { status, checks } = (await reply.json()) as { status: string; checks: Record<string, string> };
      assert.deepEqual([reply.status, status, checks['mongo']], [503, 'unavailable', 'unreachable']);
      polling.push(checks['polling'] ?? '');
      page.close();
    }
    assert.deepEqual(polling, ['starting', 'draining', 'ok']);
  });

  it('asks for its token when one is set, but not for health', async () => {
    const page = await serve({ token: 'scraper' });
    assert.equal((await page.get('/metrics')).status, 401);
    assert.equal((await page.get('/metrics', 'Bearer scraper')).status, 200);
    assert.equal((await page.get('/health/live')).status, 200);
    page.close();
  });

  it('leaves out unreadable figures, and shows the rest', async () => {
    const metrics = createWorkerMetrics();
    gauge(metrics, { name: 'far', help: 'f' }, () => Promise.reject(new Error('away')));
    gauge(metrics, { name: 'near', help: 'n' }, () => [{ value: 2 }]);
    const text = await metrics.registry.metrics();
    assert.match(text, /^near 2$/m);
    assert.doesNotMatch(text, /^far \d/m);
  });
});
