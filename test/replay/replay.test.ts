/** Today's workflows can continue runs that were started earlier: no server needed. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { bundleWorkflowCode, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { QUIET } from '../support/stack/quiet-runtime.ts';
import { WORKFLOW_BUNDLE } from '../support/stack/temporal.ts';
import { SCENARIOS } from './scenarios.ts';

const HISTORIES = new URL('../../../test/cases/histories/', import.meta.url);

const bundle = (entry: string, workflowInterceptorModules: string[] = []) =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(entry, import.meta.url)),
    workflowInterceptorModules,
    logger: QUIET,
  });
/** Interceptors of an orchestrator that sends traces. */
const TRACES = fileURLToPath(
  import.meta.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js'),
);
const history = async (name: string) =>
  historyFromJSON(JSON.parse(await readFile(new URL(`${name}.json`, HISTORIES), 'utf8')));
const NAMES = Object.keys(SCENARIOS);
async function* histories() {
  for (const name of NAMES) yield { workflowId: name, history: await history(name) };
}
/** Name -> reason why its run cannot continue; one worker replays all. */
async function replayed(workflowBundle: WorkflowBundleOption) {
  const errors = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories()))
    errors.set(workflowId, error);
  return errors;
}

describe('replay of recorded histories', function () {
  this.timeout(60_000);
  let altered: { code: string };
  let plain: Awaited<ReturnType<typeof replayed>>;
  let traced: Awaited<ReturnType<typeof replayed>>;
  before(async () => {
    altered = await bundle('./altered/index.js');
    plain = await replayed(WORKFLOW_BUNDLE);
    traced = await replayed(await bundle('../../workflows/index.js', [TRACES]));
  });

  it('has a history for every scenario and no other', async () => {
    const recorded = (await readdir(HISTORIES)).map((file) => file.replace('.json', '')).sort();
    assert.deepEqual(recorded, NAMES.toSorted());
  });
  for (const name of NAMES) {
    it(`goes on with ${name}`, () => {
      assert.ok(plain.has(name));
      assert.ifError(plain.get(name));
    });
    it(`goes on with ${name} where traces are sent`, () => {
      assert.ok(traced.has(name));
      assert.ifError(traced.get(name));
    });
  }
  it('catches a workflow that has changed', async () => {
    await assert.rejects(
      Worker.runReplayHistory({ workflowBundle: altered }, await history('solve-completed')),
      DeterminismViolationError,
    );
  });
});
