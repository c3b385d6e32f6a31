/** A solve ends with the best schedule and bound that its process has reported, whatever happens to the process. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { EngineRequest } from '../../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../../activities/engine/processes/create-engine.ts';
import type { ProcessMessage as Told } from '../../../../../activities/engine/processes/process-messages.ts';
import { NOT_STARTED, PHASES, type Phase } from '../../../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import { payload } from '../../../../support/cases/payloads.ts';
import { requestOf, unwatched } from '../../../../support/engine/request.ts';
import type { Script } from '../../../../support/engine/scripted-process.ts';
import { solve } from '../../../../support/engine/solve.ts';

const SCRIPTED_PROCESS = new URL('../../../../support/engine/scripted-process.js', import.meta.url);
const request = requestOf(payload(), { timeLimitS: 60, mipGap: 0.05 });

const incumbent = (objective: number): Told => ({
  kind: 'incumbent',
  incumbent: { commitment: {}, objective, bound: null },
});
const progress = (phase: Phase, cost: number | null, bound: number | null): Told => ({
  kind: 'progress',
  progress: { ...NOT_STARTED, phase, incumbent: cost, bound },
});

/** Answer of an engine whose processes follow a script, and the phases that it reported. */
async function answerTo(script: Script, changes: Partial<EngineRequest> = {}) {
  const take = () => fork(SCRIPTED_PROCESS, [JSON.stringify(script)], { serialization: 'advanced' });
  const engine = createEngine({
    memoryMb: 512,
    processes: { take, keep: (child) => void child.kill() },
  });
  const phases: Phase[] = [];
  const watch = { ...unwatched(), onProgress: ({ phase }: { phase: Phase }) => void phases.push(phase) };
  return { ...(await engine({ ...request, ...changes }, watch)), phases };
}

describe('the schedule of a solve', function () {
  this.timeout(30_000);
  let dispatched: SolveResult;
  before(async () => {
    dispatched = await solve('uc', payload());
  });

  it('is the best reported one, if the result of the search is dearer', async () => {
    const result = { ...dispatched, objective_value: 100, lower_bound_usd: 80 };
    const search: Told[] = [
      incumbent(95),
      progress('search', 95, 85),
      { kind: 'result', result, heldBytes: 0 },
    ];
    const { objective_value, lower_bound_usd, mip_gap, certificate, phases } = await answerTo({
      search,
      dispatched,
    });
    assert.deepEqual([objective_value, lower_bound_usd, certificate?.lower_bound_usd], [95, 85, 85]);
    assert.equal(mip_gap, 10 / 95);
    assert.ok(phases.every((phase) => PHASES.indexOf(phase) <= PHASES.indexOf('search')));
  });

  it('is the reserve with the best bound, where the search does not end', async () => {
    const result = {
      ...dispatched,
      objective_value: 110,
      lower_bound_usd: 80,
      termination_status: 'FEASIBLE',
    } as const;
    const search: Told[] = [incumbent(110), { kind: 'reserve', result }, progress('search', 110, 85)];
    const ended = await answerTo({ search, dispatched }, { timeLimitS: 0.5 });
    assert.deepEqual([ended.termination_status, ended.objective_value], ['FEASIBLE', 110]);
    assert.deepEqual([ended.lower_bound_usd, ended.certificate?.lower_bound_usd], [85, 85]);
  });

  for (const [what, last] of [
    ['does not end', []],
    ['crashes', [{ kind: 'error', code: 'SOLVER_ERROR', message: 'out of memory' }]],
  ] as const satisfies [string, Told[]][])
    it(`is made by priority list, if the search has none and ${what}`, async () => {
      const search: Told[] = [progress('relaxation', null, 70), ...last];
      const listed = { ...dispatched, objective_value: 120, lower_bound_usd: null };
      const ended = await answerTo({ search, dispatched: listed }, { timeLimitS: 0.5 });
      assert.deepEqual([ended.objective_value, ended.lower_bound_usd], [120, 70]);
      assert.equal(ended.warnings?.at(-1)?.includes('out of memory') ?? false, last.length > 0);
    });
});
