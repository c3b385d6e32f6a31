/** Observability: metrics and health of every process, after a solve and some refusals. */
import assert from 'node:assert/strict';
import { SOLVE } from '../../support/callers/api-client.ts';
import { threeBus } from '../../support/cases/three-bus.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { newUser } from '../../support/stack/running-stack.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';
import { askedBy, queries } from '../../support/watching/queries.ts';
import { type Scrape, scrape, total, type Watched, watchUrl } from '../../support/watching/scrape.ts';

const PROCESSES = ['api', 'orchestrator', 'solver'] as const;
/** Label names, and label values like an id, that would create a time series for each user or job. */
const GROWING = ['user', 'user_id', 'job_id', 'workflow_id', 'run_id', 'scenario_id'];
const ID = /[0-9a-f]{8}-[0-9a-f]{4}/;
/** Limit for an audit entry that its process did not append: the sweep does so every 15 s. */
const SWEPT_MS = 60_000;

describe('watching a stack', function () {
  this.timeout(300_000);
  let running: PrivateStack;
  let jobId: string;
  const metrics = new Map<Watched, Scrape>();
  const of = (name: Watched): Scrape => metrics.get(name) ?? new Map();
  /** Solver counters before the test. */
  let solved: Scrape;
  const bySolver = (metric: string, labels?: Readonly<Record<string, string>>): number =>
    total(of('solver'), metric, labels) - total(solved, metric, labels);

  before(async () => {
    running = await stackToKill({ api: { RATE_LIMIT_SOLVES_PER_MINUTE: '1' } });
    const api = await newUser(running);
    solved = await scrape(running.stack, 'solver');
    jobId = await api.submit('scuc', threeBus());
    await api.wait(jobId, undefined, 150);
    const more = { scenario_id: 'one too many', payload: threeBus() };
    await api.request('POST', `${SOLVE}/scuc`, { body: more });
    await api.request('POST', `${SOLVE}/uc`, { body: { scenario_id: 'bad' } });
    await api.as('nobody').request('GET', `${SOLVE}/${jobId}`);
    // Audited entries leave the outbox within a moment.
    await until(
      async () => total(await scrape(running.stack, 'orchestrator'), 'audit_outbox_entries') === 0,
      SWEPT_MS,
    );
    for (const name of PROCESSES) metrics.set(name, await scrape(running.stack, name));
  });

  it('counts requests by route, and refusals by reason', () => {
    const submitted = { method: 'POST', route: '/modules/analyst/solve/scuc', status: '202' };
    assert.equal(total(of('api'), 'http_request_duration_seconds_count', submitted), 1);
    assert.equal(total(of('api'), 'http_refusals_total', { reason: 'Unprocessable', status: '422' }), 1);
    assert.equal(total(of('api'), 'http_refusals_total', { reason: 'Unauthenticated', status: '401' }), 1);
    assert.equal(total(of('api'), 'http_refusals_total', { reason: 'RateLimited', status: '429' }), 1);
    assert.equal(total(of('api'), 'rate_limited_total', { policy: 'solve' }), 1);
    assert.equal(total(of('api'), 'http_open_streams'), 0);
  });

  it('times the phases of a solve, its wait and its gap', () => {
    const solver = of('solver');
    for (const phase of ['loading', 'building', 'pricing', 'verifying', 'saving'])
      assert.equal(bySolver('solve_phase_seconds_count', { phase }), 1, phase);
    assert.equal(bySolver('solve_queue_wait_seconds_count', { job_type: 'scuc' }), 1);
    assert.equal(bySolver('solve_end_gap_ratio_count', { job_type: 'scuc' }), 1);
    assert.equal(bySolver('solve_attempts_total', { job_type: 'scuc', end: 'OPTIMAL' }), 1);
    assert.equal(bySolver('verifier_rejections_total'), 0);
    assert.ok(total(solver, 'solver_slots') >= 1);
    assert.equal(total(solver, 'solver_slots_used'), 0);
  });

  it('counts the ends of jobs, and reports the backlog of queues and of the audit log', () => {
    const orchestrator = of('orchestrator');
    const completed = { kind: 'job', status: 'completed', code: '' };
    assert.equal(bySolver('runs_ended_total', completed), 1);
    const queues = (orchestrator.get('task_queue_backlog') ?? []).map(({ labels }) => labels['queue']);
    assert.deepEqual(new Set(queues).size, 5);
    assert.equal(total(orchestrator, 'audit_outbox_entries'), 0);
    assert.equal(total(orchestrator, 'audit_outbox_oldest_seconds'), 0);
    assert.ok(orchestrator.has('sweep_repairs_total'));
  });

  it('shows the metrics of Temporal beside those of the service', () => {
    for (const name of ['orchestrator', 'solver'] as const) {
      assert.ok(total(of(name), 'temporal_num_pollers') > 0, name);
      assert.ok(total(of(name), 'nodejs_eventloop_lag_p99_seconds') >= 0, name);
    }
    assert.ok(of('orchestrator').has('temporal_sticky_cache_size'));
    assert.ok(total(of('solver'), 'temporal_activity_schedule_to_start_latency_seconds_count') > 0);
  });

  it('has every metric and label that the dashboard and the alerts ask for', () => {
    const labels = new Map<string, Set<string>>([['up', new Set()]]);
    for (const [name, samples] of PROCESSES.flatMap((process) => [...of(process)])) {
      const labelNames = labels.get(name) ?? new Set();
      labels.set(name, labelNames);
      for (const sample of samples) for (const label of Object.keys(sample.labels)) labelNames.add(label);
    }
    const missing = queries().flatMap(([title, expressions]) =>
      expressions.flatMap((query) => {
        const parts = askedBy(query);
        const labelNames = new Set(parts.flatMap(({ metric }) => [...(labels.get(metric) ?? [])]));
        return [
          ...parts.filter(({ metric }) => !labels.has(metric)).map(({ metric }) => metric),
          ...parts.flatMap(({ metric, chosen }) => chosen.filter((label) => !labels.get(metric)?.has(label))),
          ...parts.flatMap(({ grouped }) => grouped.filter((label) => !labelNames.has(label))),
        ].map((what) => `${title}: ${what}`);
      }),
    );
    assert.deepEqual(missing, []);
  });

  it('has no label that grows with users or jobs', () => {
    const samples = PROCESSES.flatMap((name) => [...of(name).values()].flat());
    const labels = samples.flatMap((sample) => Object.entries(sample.labels));
    assert.deepEqual(
      labels.filter(([name, value]) => GROWING.includes(name) || ID.test(value)),
      [],
    );
  });

  it('reports which process can work', async () => {
    for (const name of ['orchestrator', 'solver'] as const) {
      const url = await watchUrl(running.stack, name);
      const live = await fetch(`${url}/health/live`);
      assert.deepEqual([live.status, await live.json()], [200, { status: 'healthy' }]);
      const ready = await fetch(`${url}/health/ready`);
      const checks = { mongo: 'ok', temporal: 'ok', polling: 'ok' };
      assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', checks }], name);
      assert.equal((await fetch(`${url}/nowhere`)).status, 404);
    }
  });
});
