/**
 * Questions about a commitment, which the engine answers for cases of two units. The arithmetic is next to each answer.
 */
import assert from 'node:assert/strict';
import { WHY_TOOLS } from '../../../../../api/analyst/chat/toolbox.ts';
import { toEvidence, toFinding } from '../../../../../api/analyst/grounding/evidence.ts';
import { ground } from '../../../../../api/analyst/grounding/ground.ts';
import { type AnyTool, type ToolContext, ToolRefusal } from '../../../../../api/analyst/tools/tool.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUser } from '../../../../support/callers/a-user.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import {
  SCENARIO_ID,
  type SolvingDeps,
  solvingDeps,
  USER_ID,
} from '../../../../support/stack/solving-deps.ts';

const cheap = aUnit('cheap');
const dear = aUnit('dear', {
  marginal_cost: 30,
  p_min: 20,
  no_load_cost: 40,
  startup_cost: 500,
  initial_status: -5,
});
/**
 * The expensive unit starts for the 20 MW of hour 1 that exceed the cheap unit's Pmax: 600 + 1000 + 600 + 500 + 40 +
 * 600.
 */
const pair = (changes: Partial<SolvePayload> = {}): SolvePayload => ({
  generators: [cheap, dear],
  loads: [{ bus: 1, values: [60, 120, 60] }],
  horizon: 3,
  ...changes,
});

const tool = (name: string): AnyTool => {
  const whyTool = WHY_TOOLS.find((each) => each.name === name);
  assert.ok(whyTool);
  return whyTool;
};

describe('questions by computation', () => {
  let solving: SolvingDeps;
  beforeEach(() => {
    solving = solvingDeps();
  });
  const context = (changes: Partial<ToolContext> = {}): ToolContext => ({
    deps: solving.deps,
    user: aUser(USER_ID),
    scenarioId: undefined,
    signal: new AbortController().signal,
    ...changes,
  });
  async function ask(name: string, args: object, changes: Partial<ToolContext> = {}) {
    const answer = await tool(name).run(await tool(name).parameters.validate(args), context(changes));
    const evidence = toEvidence([toFinding(name, answer.data)], { question: '', history: [] });
    const { untraced } = ground(answer.statement, evidence);
    assert.deepEqual(
      untraced.map(({ text }) => text),
      [],
      answer.statement,
    );
    return { ...answer, data: JSON.parse(JSON.stringify(answer.data)) };
  }

  describe('why_not_committed', () => {
    it('gives the cost of a start, a no-load hour and dearer energy', async () => {
      const { _id: job_id } = await solving.solved(pair({ loads: [{ bus: 1, values: [60, 60, 60] }] }));
      const { statement, data } = await ask('why_not_committed', { generator: 'dear', hour: 1, job_id });
      // Difference: 500 for the start, 40 for the hour, and 20 MW at 30 instead of 10 $/MWh.
      assert.equal(data.cost_difference_usd, 940);
      assert.equal(data.within_tolerance, false);
      assert.deepEqual(data.own[0], {
        generator: 'dear',
        base_cost_usd: 0,
        cost_usd: 1140,
        base_energy_usd: 0,
        energy_usd: 600,
        base_no_load_usd: 0,
        no_load_usd: 40,
        base_startup_usd: 0,
        startup_usd: 500,
        base_energy_mwh: 0,
        energy_mwh: 20,
        base_hours_on: 0,
        hours_on: 1,
        base_starts: 0,
        starts: 1,
      });
      assert.deepEqual(data.outputs, [
        { generator: 'cheap', hour: 1, base_output_mw: 60, output_mw: 40 },
        { generator: 'dear', hour: 1, base_output_mw: 0, output_mw: 20 },
      ]);
      assert.match(
        statement,
        /^With dear on in hour 1 the objective goes from \$1800\.00 to \$2740\.00, a difference of \$940\.00 \(52\.222 %\)\./,
      );
    });

    it('names the minimum down time that holds the unit, without a solve', async () => {
      const generators = [cheap, { ...dear, min_downtime: 7 }];
      const { _id: job_id } = await solving.solved(
        pair({ generators, loads: [{ bus: 1, values: [60, 60, 60] }] }),
      );
      const { statement } = await ask('why_not_committed', { generator: 'dear', hour: 1, job_id });
      assert.match(statement, /its minimum down time of 7 h holds dear off until hour 2/);
      assert.deepEqual(solving.started, []);
    });

    it('answers that the unit is on when it is', async () => {
      const { _id: job_id } = await solving.solved(pair());
      const { statement } = await ask('why_not_committed', { generator: 'dear', hour: 1, job_id });
      assert.match(statement, /^dear is on in hour 1, not off/);
      assert.deepEqual(solving.started, []);
    });
  });

  describe('why_committed', () => {
    it('names the causes of infeasibility without the unit', async () => {
      const { _id: job_id } = await solving.solved(pair());
      const { statement, data } = await ask('why_committed', { generator: 'dear', hour: 1, job_id });
      assert.equal(data.termination_status, 'INFEASIBLE');
      assert.deepEqual(data.causes[0].code, 'CAPACITY_SHORTFALL');
      assert.equal(
        statement,
        'dear is on in hour 1 because there is no feasible schedule without it on: in hour 1 the load exceeds all that can be online by 20 MW.',
      );
    });

    it('gives the cost of another run, and shows that this one is as short as possible', async () => {
      // The unit is needed in hour 1 only, but runs at least 2 h. Its Pmin is 60 MW in hour 0, and 20 MW in hour 2.
      const generators = [cheap, { ...dear, min_uptime: 2, p_min: [60, 20, 20, 20] }];
      const { _id: job_id } = await solving.solved(
        pair({ generators, loads: [{ bus: 1, values: [65, 120, 60, 60] }], horizon: 4 }),
      );
      const { statement, data } = await ask('why_committed', { generator: 'dear', hour: 2, job_id });
      assert.equal(data.cost_difference_usd, 40 * (30 - 10));
      assert.deepEqual(data.switches, [
        { generator: 'dear', hour: 0, from: 0, to: 1 },
        { generator: 'dear', hour: 2, from: 1, to: 0 },
      ]);
      assert.match(
        statement,
        /dear is on from hour 1 to hour 2, as short as its minimum up time of 2 h allows/,
      );
    });

    it('names the minimum up time that bridges two peaks', async () => {
      const generators = [cheap, { ...dear, min_uptime: 3 }];
      const loads = [{ bus: 1, values: [60, 120, 60, 120, 60] }];
      const { _id: job_id } = await solving.solved(pair({ generators, loads, horizon: 5 }));
      const { statement, data } = await ask('why_committed', { generator: 'dear', hour: 2, job_id });
      assert.equal(data.causes[0].code, 'MIN_UPTIME_CONFLICT');
      assert.match(
        statement,
        /the minimum up time stands against it[^.]*\. dear is on from hour 1 to hour 3, as short/,
      );
    });

    it('names must_run as the reason, without a solve', async () => {
      const generators = [{ ...cheap, must_run: true }, dear];
      const { _id: job_id } = await solving.solved(pair({ generators }));
      const { statement } = await ask('why_committed', { generator: 'cheap', hour: 0, job_id });
      assert.match(statement, /^cheap is on in hour 0 because it is must_run/);
      assert.deepEqual(solving.started, []);
    });
  });

  describe('what_if', () => {
    it('multiplies the load', async () => {
      await solving.solved(pair());
      const { statement, data } = await ask(
        'what_if',
        { change: { kind: 'load', factor: 0.5 } },
        { scenarioId: SCENARIO_ID },
      );
      // 30, 60 and 30 MW from the cheap unit alone cost 1200 $, instead of 3340 $.
      assert.equal(data.alternative_cost_usd, 1200);
      assert.equal(data.cost_difference_usd, 1200 - 3340);
      assert.deepEqual(data.starts, [{ generator: 'dear', base_starts: 1, starts: 0 }]);
      assert.match(statement, /^With load times 0\.5 the objective goes from \$3340\.00 to \$1200\.00/);
    });

    it('takes a unit out, and reports the shortfall', async () => {
      const { _id: job_id } = await solving.solved(pair());
      const { statement, data } = await ask('what_if', {
        change: { kind: 'unit_outage', element: 'dear' },
        job_id,
      });
      assert.equal(data.causes[0].shortfall_mw, 20);
      assert.match(statement, /^With outage of dear there is no feasible schedule: in hour 1 .* by 20 MW\.$/);
    });

    it('repairs a case that has no schedule', async () => {
      const { _id: job_id } = await solving.solved(pair({ generators: [cheap] }));
      const { data } = await ask('what_if', { change: { kind: 'load', factor: 0.8 }, job_id });
      assert.equal(data.alternative_cost_usd, (48 + 96 + 48) * 10);
    });

    it('gives an interval of the cost if the solve does not end in time', async () => {
      const { _id: job_id } = await solving.solved(pair());
      solving.hold = true;
      const { documents, solverService } = solving.deps;
      const isOpen = (kind: string, id: string) => kind === 'result' && id === solving.started[0];
      const get = async (kind: never, id: string): Promise<never> =>
        (isOpen(kind, id)
          ? { termination_status: 'TIMEOUT', objective_value: null }
          : await documents.get(kind, id)) as never;
      const whatIf = async () => ({ lower_usd: 1190.5, upper_usd: 1200, verified: true });
      const deps = {
        ...solving.deps,
        documents: { ...documents, get },
        solverService: { ...solverService, whatIf },
      };
      // The delay is longer than a quick solve.
      setTimeout(() => {
        const [id = ''] = solving.started;
        const job = solving.jobs.get(id);
        if (job) solving.jobs.set(id, { ...job, status: 'completed' });
      }, 3300);
      const args = { change: { kind: 'load', factor: 0.5 }, job_id };
      const { statement, data } = await ask('what_if', args, { deps });
      assert.deepEqual([data.least_cost_usd, data.most_cost_usd, data.base_cost_usd], [1190.5, 1200, 3340]);
      assert.match(
        statement,
        /^With load times 0\.5 the objective is at least \$1190\.50 and at most \$1200\.00, against \$3340\.00/,
      );
    });

    for (const [what, change, refusal] of [
      [
        'an unknown unit',
        { kind: 'unit_outage', element: 'none' },
        /no generator "none"; the nearest are: dear/,
      ],
      ['an unknown line', { kind: 'line_limit', element: 'L1', factor: 2 }, /no line "L1"/],
      ['a factor that is missing', { kind: 'load' }, /needs a factor/],
      ['a fuel that nobody burns', { kind: 'fuel_price', element: 'peat', factor: 2 }, /fuel peat/],
      ['what changes nothing', { kind: 'load', factor: 1 }, /changes nothing/],
      ['a reserve that is not there', { kind: 'reserve', factor: 2 }, /nothing to change as reserve/],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { _id: job_id } = await solving.solved(pair());
        await assert.rejects(ask('what_if', { change, job_id }), (error) => {
          assert.ok(error instanceof ToolRefusal);
          assert.match(error.message, refusal);
          return true;
        });
      });
    }
  });

  describe('the solve behind an answer', () => {
    const question = { generator: 'dear', hour: 1 };

    it('is computed once however often it is asked for', async () => {
      const { _id: job_id } = await solving.solved(pair());
      const first = await ask('why_committed', { ...question, job_id });
      const second = await ask('why_committed', { ...question, job_id });
      assert.deepEqual(second, first);
      assert.equal(solving.started.length, 1);
      const job = solving.jobs.get(first.data.job_id);
      assert.deepEqual(job?.tags, ['analyst']);
      assert.deepEqual(job?.parent, { type: 'job', id: job_id, index: 0 });
      assert.equal(job?.time_limit_s, 15);
    });

    it('is another one after it was cancelled', async () => {
      const { _id: job_id } = await solving.solved(pair());
      solving.hold = true;
      const controller = new AbortController();
      const answer = ask('why_committed', { ...question, job_id }, { signal: controller.signal });
      setTimeout(() => controller.abort(), 50);
      await assert.rejects(answer, { name: 'AbortError' });
      assert.deepEqual(solving.cancelled, solving.started);
      solving.hold = false;
      await ask('why_committed', { ...question, job_id });
      assert.equal(solving.started.length, 2);
    });

    it('counts against the solves of one answer, once it has to be started', async () => {
      const { _id: job_id } = await solving.solved(pair({ loads: [{ bus: 1, values: [60, 60, 60] }] }));
      const solves = { left: 1 };
      await ask('why_not_committed', { generator: 'dear', hour: 0, job_id }, { solves });
      await ask('why_not_committed', { generator: 'dear', hour: 0, job_id }, { solves });
      await assert.rejects(
        ask('why_not_committed', { generator: 'dear', hour: 2, job_id }, { solves }),
        /at most 3 solves/,
      );
    });

    it('counts against the solves of a user in an hour', async () => {
      const { _id: job_id } = await solving.solved(pair());
      for (let spent = 0; spent < 60; spent++) await solving.deps.limits.question.consume(USER_ID);
      await assert.rejects(
        ask('why_committed', { ...question, job_id }),
        /could not start: Rate limit exceeded/,
      );
      assert.deepEqual(solving.started, []);
    });

    it('is refused about the job of another user, as about a missing one', async () => {
      const { _id: job_id } = await solving.solved(pair(), 'uc', { user_id: 'another' });
      await assert.rejects(ask('why_committed', { ...question, job_id }), /Job not found/);
      await assert.rejects(ask('why_committed', { ...question, job_id: 'nothing' }), /Job not found/);
    });

    it('is refused about a dispatch, an unknown unit or hour, and a scenario without a solve', async () => {
      const { _id: job_id } = await solving.solved(pair());
      const ed = await solving.solved(pair(), 'ed');
      await assert.rejects(ask('why_committed', { ...question, job_id: ed._id }), /economic dispatch/);
      await assert.rejects(ask('why_committed', { ...question, generator: 'x', job_id }), /no generator "x"/);
      await assert.rejects(ask('why_committed', { ...question, hour: 3, job_id }), /no hour 3/);
      await assert.rejects(ask('why_committed', { ...question, scenario_id: 'rts24' }), /no completed solve/);
      await assert.rejects(ask('why_committed', question), /Give a scenario_id/);
    });
  });
});
