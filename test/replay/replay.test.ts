/** Today's workflows must be able to go on with runs that were started before: no server needed. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
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
/** What an orchestrator adds that sends traces. */
const TRACES = fileURLToPath(
  import.meta.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js'),
);
const history = async (name: string) =>
  historyFromJSON(JSON.parse(await readFile(new URL(`${name}.json`, HISTORIES), 'utf8')));

describe('replay of recorded histories', function () {
  this.timeout(30_000);
  let altered: { code: string };
  let traced: { code: string };
  before(async () => {
    [altered, traced] = await Promise.all([
      bundle('./altered/index.js'),
      bundle('../../workflows/index.js', [TRACES]),
    ]);
  });

  it('has a history for every scenario and no other', async () => {
    const recorded = (await readdir(HISTORIES)).map((file) => file.replace('.json', '')).sort();
    assert.deepEqual(recorded, Object.keys(SCENARIOS).sort());
  });
  for (const name of Object.keys(SCENARIOS)) {
    it(`goes on with ${name}`, async () => {
      await Worker.runReplayHistory({ workflowBundle: WORKFLOW_BUNDLE }, await history(name));
    });
  }
  for (const name of Object.keys(SCENARIOS)) {
    it(`goes on with ${name} where traces are sent`, async () => {
      await Worker.runReplayHistory({ workflowBundle: traced }, await history(name));
    });
  }
  it('catches a workflow that has changed', async () => {
    await assert.rejects(
      Worker.runReplayHistory({ workflowBundle: altered }, await history('solve-completed')),
      DeterminismViolationError,
    );
  });
});
