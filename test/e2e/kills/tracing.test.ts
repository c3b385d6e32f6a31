/** One trace of one solve, from the request of a client that sends a `traceparent` to the phases of the solver. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
import { SOLVE } from '../../support/callers/api-client.ts';
import { threeBus } from '../../support/cases/three-bus.ts';
import type { PrivateStack } from '../../support/stack/private-stack.ts';
import { QUIET } from '../../support/stack/quiet-runtime.ts';
import { processOf } from '../../support/stack/running-stack.ts';
import { stackToKill } from '../../support/stack/stack-to-kill.ts';
import { until } from '../../support/until.ts';
import { type Collector, type Span, startCollector, treeOf } from '../../support/watching/collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const REQUEST = 'a-request-of-a-client';
const LAST = 'RunWorkflow:solve';
/** Expected spans from caller to callee, each with its service. */
const CHAIN = [
  ['POST /modules/analyst/solve/scuc', 'grid-api'],
  ['StartWorkflow:solve', 'grid-api'],
  [LAST, 'grid-orchestrator'],
  ['StartActivity:runSolver', 'grid-orchestrator'],
  ['RunActivity:runSolver', 'grid-solver'],
] as const;
const PHASES = ['loading', 'building', 'pricing', 'verifying', 'saving'];

describe('the trace of a solve', function () {
  this.timeout(300_000);
  let collector: Collector;
  let running: PrivateStack;
  let jobId: string;
  let spans: readonly Span[];

  before(async () => {
    collector = await startCollector();
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
    running = await stackToKill({ api: traced, orchestrator: traced, solver: traced });
    const { status, body } = await running.admin.request<{ job_id: string }>('POST', `${SOLVE}/scuc`, {
      body: { scenario_id: 'traced', payload: threeBus() },
      headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': REQUEST },
    });
    assert.equal(status, 202);
    jobId = body.job_id;
    await running.admin.wait(jobId, undefined, 150);
    const ours = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
    // Processes send their spans independently: a parent may arrive after its children. The test of orphans below names
    // a span that never arrives.
    await until(() => ours().some(({ name }) => name === LAST) && orphansOf(ours()).length === 0).catch(
      () => undefined,
    );
    spans = ours();
    process.stdout.write(`\n      trace ${TRACE}\n      ${treeOf(spans, CALLER).join('\n      ')}\n\n`);
  });
  after(() => collector?.close());

  it('goes from the request of the client to the activity of the solver', () => {
    let parentSpanId = CALLER;
    for (const [name, service] of CHAIN) {
      const span = spans.find((each) => each.name === name && each.parentSpanId === parentSpanId);
      assert.ok(span, `${name} is not a child of the one before it`);
      assert.equal(span.service, service);
      parentSpanId = span.spanId;
    }
  });

  it('has the phases of the solve in their order, with objective and gap', () => {
    const solver = spans.find(({ name }) => name === 'RunActivity:runSolver');
    const phases = spans
      .filter(({ name, parentSpanId }) => name.startsWith('solve ') && parentSpanId === solver?.spanId)
      .sort((a, b) => a.startMs - b.startMs);
    const names = phases.map(({ name }) => name.slice('solve '.length));
    assert.deepEqual(
      names.filter((name) => PHASES.includes(name)),
      PHASES,
    );
    const { attributes = {} } = solver ?? {};
    assert.equal(attributes['solve.status'], 'OPTIMAL');
    assert.ok(Number(attributes['solve.objective_usd']) > 0);
    assert.ok(Number(attributes['solve.mip_gap']) <= 0.001);
  });

  it('has no span without its parent, and the calls of the database below', () => {
    assert.deepEqual(orphansOf(spans), []);
    for (const service of ['grid-api', 'grid-solver'])
      assert.ok(
        spans.some((span) => span.service === service && span.name.startsWith('mongodb ')),
        service,
      );
  });

  it('names the request, and is named by the log lines of each process', async () => {
    const request = spans.find(({ name }) => name === CHAIN[0][0]);
    assert.equal(request?.attributes['grid.request_id'], REQUEST);
    assert.equal(Number(request?.attributes['http.response.status_code']), 202);
    for (const name of ['api', 'solver'] as const) {
      const log = await readFile(processOf(running.stack, name).log, 'utf8');
      assert.ok(log.includes(`"trace_id":"${TRACE}"`), name);
    }
  });

  it('leaves a history that replays with and without its interceptors', async () => {
    const connection = await Connection.connect({ address: running.stack.temporal_address });
    const history = await new Client({ connection }).workflow.getHandle(jobId).fetchHistory();
    await connection.close();
    const workflowsPath = fileURLToPath(new URL('../../../workflows/index.js', import.meta.url));
    const module = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js';
    for (const modules of [[], [fileURLToPath(import.meta.resolve(module))]]) {
      const workflowBundle = await bundleWorkflowCode({
        workflowsPath,
        workflowInterceptorModules: modules,
        logger: QUIET,
      });
      await Worker.runReplayHistory({ workflowBundle }, history);
    }
  });
});

function orphansOf(spans: readonly Span[]): readonly Span[] {
  const ids = new Set([CALLER, ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
}
