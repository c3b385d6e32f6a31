/** A window that keeps the commitment of another run, and is committed anew where that does not serve. */
import assert from 'node:assert/strict';
import { closeWindow } from '../../../../activities/executions/close-window.ts';
import type { ExecutionActivityDeps } from '../../../../activities/executions/network-of.ts';
import { prepareWindow } from '../../../../activities/executions/prepare-window.ts';
import type { WindowRecord } from '../../../../mongo/windows.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { generator } from '../../../support/cases/payloads.ts';
import { solve } from '../../../support/engine/solve.ts';
import { anExecution } from '../../../support/stores/an-execution.ts';

const RUN = 'run';
const BASE = 'base';
const HOURS = 3;

const network: unknown = {
  ...{ base_mva: 100, nominal_frequency_hz: 60, lines: [] },
  buses: [{ id: 1, name: 'Bus 1', v_nom_kv: 220, type: 'slack' }],
  generators: [generator({}), generator({ name: 'g2', marginal_cost: 40, initial_status: -1 })],
  loads: [{ bus: 1, values: [80, 85, 70] }],
};

/** A run that serves `mw` more, with records in memory; the run without a connection has only g1 on. */
function store(mw: number) {
  const windows = new Map<string, WindowRecord>();
  const documents = new Map<string, unknown>();
  const jobs = new Map<string, unknown>();
  const first = { index: 0, start_hour: 0, kept_hours: HOURS };
  const ofBase = { ...first, _id: `${BASE}/0`, execution_id: BASE, job_id: 'base-job', outcome: null };
  windows.set(ofBase._id, ofBase);
  const on = { g1: [1, 1, 1], g2: [0, 0, 0] };
  documents.set('result/base-job', { commitment: on, objective_value: 1 });
  const connection = { bus: 1, kind: 'load', mw, profile: [1], reducible: [], base: BASE } as const;
  const record = anExecution('user', {
    ...{ _id: RUN, pcm_model_id: 'pcm-rolling', windows: 1 },
    options: { horizon: HOURS, include_reserves: false },
    connection: { ...connection, follows: BASE, anew: true },
  });
  const parts: unknown = {
    now: () => new Date(0),
    networkOf: async () => network,
    factsOf: async () => ({ fuels: new Map() }),
    executions: { find: async () => record },
    jobs: {
      find: async (id: string) => jobs.get(id) ?? null,
      accept: async (job: { _id: string }) => jobs.set(job._id, job),
    },
    documents: {
      get: async (kind: string, id: string) => documents.get(`${kind}/${id}`),
      put: async (kind: string, id: string, value: unknown) => documents.set(`${kind}/${id}`, value),
    },
    windows: {
      find: async (id: string, index: number) => windows.get(`${id}/${index}`) ?? null,
      async open(window: WindowRecord) {
        const _id = `${window.execution_id}/${window.index}`;
        if (!windows.has(_id)) windows.set(_id, { ...window, _id, outcome: null });
      },
      async recommit(id: string, index: number, job_id: string) {
        const window = windows.get(`${id}/${index}`) ?? assert.fail();
        windows.set(window._id, { ...window, job_id, anew: true });
      },
      async close(id: string, index: number, outcome: WindowRecord['outcome']) {
        const window = windows.get(`${id}/${index}`) ?? assert.fail();
        windows.set(window._id, { ...window, outcome });
      },
      putPart: async () => undefined,
    },
  };
  return { deps: parts as ExecutionActivityDeps, windows, documents, jobs };
}

/** Solves the window as the workflow does; every activity runs twice. Returns the commitment of g2. */
async function play({ deps, documents, windows }: ReturnType<typeof store>) {
  const window = { executionId: RUN, index: 0 };
  for (let solves = 1; solves < 4; solves++) {
    await prepareWindow(deps, window);
    const { input } = await prepareWindow(deps, window);
    assert.ok(input);
    const payload = documents.get(`payload/${input.jobId}`) as SolvePayload;
    const result: SolveResult = await solve('uc', payload);
    documents.set(`result/${input.jobId}`, result);
    await closeWindow(deps, window);
    const closed = await closeWindow(deps, window);
    if (closed.again) continue;
    return { closed, solves, job: windows.get(`${RUN}/0`)?.job_id, g2: result.commitment['g2'] };
  }
  return assert.fail('The window is never closed');
}

describe('a window of a run with a connection', () => {
  it('keeps the commitment of the run without it where that serves', async () => {
    const { closed, solves, g2 } = await play(store(10));
    assert.deepEqual([closed.hasSchedule, solves, g2], [true, 1, [0, 0, 0]]);
  });

  it('is committed anew where that does not serve, also if every activity is repeated', async () => {
    const run = store(40);
    const { closed, solves, job, g2 } = await play(run);
    assert.deepEqual([closed.hasSchedule, solves, g2?.at(0)], [true, 2, 1]);
    assert.equal(run.jobs.size, 2);
    assert.ok(run.jobs.has(job ?? ''));
  });

  it('ends the run where no commitment serves', async () => {
    const { closed, solves } = await play(store(150));
    assert.deepEqual([closed.hasSchedule, solves], [false, 2]);
  });
});
