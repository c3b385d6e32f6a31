/** A long solve uses a slot that nobody needs, and gives it back at once. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { EngineRequest, Incumbent } from '../../../../../activities/engine/base/engine.ts';
import { createEngine } from '../../../../../activities/engine/run/create-engine.ts';
import { createEngineProcesses, type Means } from '../../../../../activities/engine/run/engine-processes.ts';
import type { Told } from '../../../../../activities/engine/run/process-messages.ts';
import { attemptWithHelp } from '../../../../../activities/engine/run/second-search.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import { meshedCase } from '../../../../support/cases/meshed-case.ts';
import { payload } from '../../../../support/cases/payloads.ts';
import { ownChildren } from '../../../../support/engine/own-children.ts';
import { requestOf, unwatched } from '../../../../support/engine/request.ts';
import type { Script } from '../../../../support/engine/scripted-process.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { until } from '../../../../support/until.ts';

const SCRIPTED_PROCESS = new URL('../../../../support/engine/scripted-process.js', import.meta.url);
const LIMIT_S = 60;
const request = requestOf(payload(), { timeLimitS: LIMIT_S, mipGap: 0.05 });

/** Slots of which one is free, and what was done with it. */
function oneSlot() {
  const events: string[] = [];
  let wanted = (): void => undefined;
  const lend = (want: () => void) => {
    events.push('lent');
    wanted = want;
    return () => void events.push('given back');
  };
  return { events, lend, want: () => wanted() };
}

/** Runs a request, helped from its beginning; `incumbents` and `gaps` as its caller sees them. */
function helped(means: Omit<Means, 'commands' | 'helpAfterS'>, changes: Partial<EngineRequest> = {}) {
  const abort = new AbortController();
  const incumbents: Incumbent[] = [];
  const gaps = new Set<number | null>();
  const asked = { ...request, ...changes };
  const answer = attemptWithHelp({ ...means, commands: {}, helpAfterS: 0 }, asked, LIMIT_S, {
    signal: abort.signal,
    onProgress: ({ mip_gap }) => gaps.add(mip_gap),
    onIncumbent: (found) => incumbents.push(found),
  });
  return { answer, abort, incumbents, gaps };
}

const found = (objective: number): Told => ({
  kind: 'incumbent',
  incumbent: { commitment: {}, objective, bound: null },
});
const bounded = (incumbent: number | null, bound: number): Told => ({
  kind: 'progress',
  progress: { phase: 'search', incumbent, bound, mip_gap: null, nodes: null },
});

const answered = (processes: Means['processes'], asked: EngineRequest): Promise<SolveResult> =>
  createEngine({ memoryMb: 512, processes })(asked, unwatched());

/** Processes that do as a script says. */
const scripted = (script: Script): Means['processes'] => ({
  take: () => fork(SCRIPTED_PROCESS, [JSON.stringify(script)], { serialization: 'advanced' }),
  keep: (child) => void child.kill(),
});

describe('a second search', function () {
  this.timeout(30_000);
  let dispatched: SolveResult;
  before(async () => {
    dispatched = await solve('uc', payload());
  });

  it('begins on a slot that is free, ends as soon as there is a task for it, and comes again', async () => {
    const earlier = new Set((await ownChildren()).map(({ pid }) => pid));
    const untilThere = (count: number) =>
      until(async () => (await ownChildren()).filter(({ pid }) => !earlier.has(pid)).length === count);
    const { events, lend, want } = oneSlot();
    const { answer, abort } = helped({ processes: scripted({ first: [], second: [], dispatched }), lend });
    await untilThere(2);
    want();
    await untilThere(1);
    await untilThere(2);
    abort.abort(new Error('no longer wanted'));
    await assert.rejects(answer, /no longer wanted/);
    await untilThere(0);
    assert.deepEqual(events, ['lent', 'given back', 'lent', 'given back']);
  });

  it('is not asked for by a solve that is to be repeatable', async () => {
    const { events, lend } = oneSlot();
    const processes = createEngineProcesses(512);
    const result = await helped({ processes, lend }, { repeatable: true }).answer;
    assert.deepEqual([result?.certificate?.verified, events], [true, []]);
  });

  for (const [when, firstAfterMs] of [
    ['first', 0],
    ['last', 1000],
  ] as const)
    it(`that closes the gap with the first one, which tells ${when}, makes its answer`, async () => {
      const first = [found(100), bounded(100, 80)];
      const second = [found(120), bounded(120, 96)];
      const { lend } = oneSlot();
      const { answer, incumbents, gaps } = helped({
        processes: scripted({ first, second, dispatched, firstAfterMs }),
        lend,
      });
      const { objective_value, lower_bound_usd } = (await answer) ?? {};
      assert.deepEqual([objective_value, lower_bound_usd], [100, 96]);
      assert.equal(incumbents.at(-1)?.objective, 100);
      assert.ok(
        incumbents.every(({ objective }, i) => i === 0 || objective < (incumbents[i - 1]?.objective ?? 0)),
      );
      assert.ok(gaps.has(0.04));
    });

  it('that has an answer of its own ends the first one', async () => {
    const own = { ...dispatched, termination_status: 'OPTIMAL', objective_value: 90 } as const;
    const second: Told[] = [{ kind: 'result', result: own, heldBytes: 0 }];
    const { lend } = oneSlot();
    const { answer } = helped({ processes: scripted({ first: [found(100)], second, dispatched }), lend });
    assert.equal((await answer)?.objective_value, 90);
  });

  it('that knows more than the first one makes its answer at the end of the time', async () => {
    const second = [found(95), bounded(95, 85)];
    const processes = scripted({ first: [found(100), bounded(100, 80)], second, dispatched });
    const { answer } = helped({ processes, lend: oneSlot().lend }, { timeLimitS: 5 });
    const { objective_value, lower_bound_usd } = (await answer) ?? {};
    assert.deepEqual([objective_value, lower_bound_usd], [95, 85]);
  });

  it('or a first one that ends with less than it told of is made good', async () => {
    const result = { ...dispatched, objective_value: 100, lower_bound_usd: 80 };
    const first: Told[] = [found(95), bounded(95, 85), { kind: 'result', result, heldBytes: 0 }];
    const processes = scripted({ first, second: [], dispatched });
    const { objective_value, lower_bound_usd, mip_gap, certificate } = await answered(processes, request);
    assert.deepEqual([objective_value, lower_bound_usd, certificate?.lower_bound_usd], [95, 85, 85]);
    assert.equal(mip_gap, 10 / 95);
  });

  it('or a first one that does not end leaves the result that it had in reserve, with the best bound', async () => {
    const reserve = {
      ...dispatched,
      objective_value: 110,
      lower_bound_usd: 80,
      termination_status: 'FEASIBLE',
    } as const;
    const first: Told[] = [found(110), { kind: 'reserve', result: reserve }, bounded(110, 85)];
    const processes = scripted({ first, second: [], dispatched });
    const result = await answered(processes, { ...request, timeLimitS: 0.5 });
    assert.deepEqual([result.termination_status, result.objective_value], ['FEASIBLE', 110]);
    assert.deepEqual([result.lower_bound_usd, result.certificate?.lower_bound_usd], [85, 85]);
  });

  it('may find the schedule of a case, or prove it', async () => {
    const { events, lend } = oneSlot();
    const { answer, incumbents } = helped(
      { processes: createEngineProcesses(1024), lend },
      { jobType: 'scuc', payload: meshedCase(12, 10, { horizon: 16, outages: true }), mipGap: 0.001 },
    );
    const result = await answer;
    assert.deepEqual([result?.termination_status, result?.certificate?.verified], ['OPTIMAL', true]);
    assert.ok((result?.mip_gap ?? 1) <= 0.001);
    assert.ok(Object.keys(result?.lmp ?? {}).length > 0);
    assert.ok(
      incumbents.every(({ objective }, i) => i === 0 || objective < (incumbents[i - 1]?.objective ?? 0)),
    );
    await until(() => events.length > 1);
    assert.deepEqual(events, ['lent', 'given back']);
  });
});
