/** The analyst's tools on solved cases: their answers, access to data, and the length of an answer. */
import assert from 'node:assert/strict';
import { LOOKUP_TOOLS } from '../../../../../api/analyst/chat/toolbox.ts';
import { runTool } from '../../../../../api/analyst/tools/run-tool.ts';
import type { ToolContext } from '../../../../../api/analyst/tools/tool.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUser } from '../../../../support/callers/a-user.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { toolContext } from '../../../../support/chat/tool-context.ts';
import { ungroundedFigures } from '../../../../support/chat/unsupported-figures.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { type MemorySolves, memorySolves } from '../../../../support/stores/memory-solves.ts';

const TOO_MUCH: SolvePayload = {
  generators: [aUnit('only')],
  loads: [{ bus: 1, values: [50, 150] }],
  horizon: 2,
};

/** A schedule with more units, buses and hours than a tool may list. */
function large(): { payload: SolvePayload; result: SolveResult } {
  const horizon = 48;
  const hours = Array.from({ length: horizon }, (_, hour) => hour);
  const units = Array.from({ length: 200 }, (_, n) => aUnit(`G${n}`, { bus: n + 1, startup_cost: n }));
  const series = (value: (n: number, hour: number) => number, prefix = 'G', from = 0) =>
    Object.fromEntries(
      units.map((_, n) => [`${prefix}${n + from}`, hours.map((hour) => value(n, hour))] as const),
    );
  const binding_constraints = units.flatMap((_, n) =>
    hours.map((hour) => ({
      line_id: `L${n}`,
      contingency_id: n % 2 === 0 ? null : 'lose L1',
      hour,
      flow_mw: 10,
      limit_mw: 10,
      shadow_price_usd_per_mwh: -n - hour,
    })),
  );
  return {
    payload: { generators: units, loads: [{ bus: 1, values: hours.map(() => 200 * 25) }], horizon },
    result: {
      solve_time_s: 1,
      objective_value: 1,
      termination_status: 'OPTIMAL',
      commitment: series((n, hour) => Number((n + hour) % 3 > 0)),
      dispatch_mw: series((n, hour) => n + hour / 10),
      lmp: series((n, hour) => 10 + n + hour, 'bus_', 1),
      lmp_components: {},
      total_cost_usd: 1,
      mip_gap: 0,
      lower_bound_usd: 1,
      node_count: 1,
      solver: 'highs',
      solver_version: '1',
      startup: series(() => 0),
      flows_mw: {},
      binding_constraints,
      cost_breakdown: { energy_usd: 1, no_load_usd: 0, startup_usd: 0, penalty_usd: 0 },
      warnings: [],
      certificate: null,
    },
  };
}

describe('tools of the analyst', function () {
  this.timeout(20_000);
  let solves: MemorySolves;
  let context: ToolContext;
  let ringJob: string;
  before(async () => {
    solves = memorySolves();
    const ring = threeBus({ slack_bus: 1 });
    const result = await solve('scuc', ring);
    ringJob = await solves.add({ userId: 'ann', scenarioId: 'ring', payload: ring, result });
    await solves.add({
      userId: 'ann',
      scenarioId: 'short',
      payload: TOO_MUCH,
      result: await solve('uc', TOO_MUCH),
    });
    await solves.add({ userId: 'ann', scenarioId: 'open', payload: ring });
    await solves.add({ userId: 'ann', scenarioId: 'large', ...large() });
    await solves.add({ userId: 'ben', scenarioId: 'secret', payload: ring, result });
    context = toolContext(solves.deps, { scenarioId: 'ring' });
  });
  const run = (name: string, args: object = {}, changes: Partial<ToolContext> = {}) =>
    runTool(LOOKUP_TOOLS, { name, arguments: JSON.stringify(args) }, { ...context, ...changes });
  const refusal = async (...call: Parameters<typeof run>) => (await run(...call)).refusal ?? 'no refusal';
  const answer = async (...call: Parameters<typeof run>) => {
    const { result, refusal: why } = await run(...call);
    assert.ok(result, why ?? '');
    assert.deepEqual(ungroundedFigures(result.statement, result.data), [], result.statement);
    const sentences = result.statement.split(/\.(?:\s|$)/).filter(Boolean).length;
    assert.ok(sentences >= 1 && sentences <= 5, result.statement);
    return { statement: result.statement, data: JSON.parse(JSON.stringify(result.data)) };
  };

  it('give the components of a price', async () => {
    const { statement, data } = await answer('get_lmp', { bus: '3', hour: 0 });
    assert.equal(
      statement,
      [
        'At hour 0 the price at bus_3 is 60.00 $/MWh: 20.00 energy + 40.00 congestion + 0.00 loss.',
        'Generator C at bus_3 runs at 35.00 MW, free between 0.00 and 100.00 MW, and costs 60.00 $/MWh there.',
        'Most of its congestion is line L13: 1 MWh more here loads it by 0.67 MWh, 40.00 $/MWh.',
      ].join(' '),
    );
    assert.deepEqual(data.parts, [{ what: 'generator C', kind: 'generator', name: 'C', usd_per_mwh: 60 }]);
    const between = await answer('get_lmp', { bus: '2', hour: 0 });
    assert.match(between.statement, /over line L13 it follows from generator \w at .* and generator \w at /);
    assert.equal((await answer('get_lmp', { bus: '3' })).data.parts, undefined);
    assert.equal(data.scenario_id, 'ring');
    assert.equal(data.job_id, ringJob);
    assert.deepEqual(data.records, [
      {
        bus: 'bus_3',
        hour: 0,
        price_usd_per_mwh: 60,
        energy_usd_per_mwh: 20,
        congestion_usd_per_mwh: 40,
        loss_usd_per_mwh: 0,
      },
    ]);
  });
  it('tell which limits bind', async () => {
    const { statement, data } = await answer('get_binding_constraints', { hour: 0 });
    assert.match(statement, /line L13 at hour 0: -60\.00 \$\/MWh/);
    assert.equal(data.records[0].flow_mw, 60);
    assert.equal(data.records[0].contingency_id, null);
  });
  it('tell outputs, commitment and costs of one generator', async () => {
    assert.equal(
      (await answer('get_dispatch', { generator: 'b', hour: 0 })).statement,
      'At hour 0 the output of generator B at bus_2 is 100.00 MW of at most 100.00 MW.',
    );
    assert.equal(
      (await answer('get_commitment', { generator: 'A', hour: 0 })).statement,
      'At hour 0 generator A is on.',
    );
    assert.match((await answer('get_commitment', { generator: 'A' })).statement, /is on in 1 of 1 hour,/);
    assert.match(
      (await answer('get_cost_breakdown', { generator: 'C' })).statement,
      /^Generator C costs 2100\.00 \$: 2100\.00 \$ for 35\.00 MWh/,
    );
  });
  it('tell all of them when none is named', async () => {
    assert.equal((await answer('get_dispatch')).data.energy_mwh, 200);
    assert.equal((await answer('get_commitment', { hour: 0 })).data.units_on, 3);
    assert.match(
      (await answer('get_cost_breakdown')).statement,
      /^The cost of operation is 6400\.00 \$: .* the objective is 6400\.00 \$\./,
    );
    assert.match((await answer('get_lmp')).statement, /The lowest price is 20\.00 \$\/MWh at bus_1/);
  });
  it('sum up a solve, and a case that was not solved yet', async () => {
    assert.match(
      (await answer('get_scenario_summary')).statement,
      /OPTIMAL: its operating cost is 6400\.00 \$, its objective 6400\.00 \$/,
    );
    const { statement, data } = await answer('get_scenario_summary', { scenario_id: 'open' });
    assert.match(statement, /It has no completed solve yet\.$/);
    assert.equal(data.peak_demand_mw, 200);
    const seed = await answer('get_scenario_summary', { scenario_id: 'demo-scuc-24h' });
    assert.equal(seed.data.horizon_h, 24);
  });
  it('give the causes if there is no schedule, and refuse questions that need one', async () => {
    const { statement, data } = await answer('get_infeasibility_report', { scenario_id: 'short' });
    assert.match(statement, /At hour 1 there is a CAPACITY_SHORTFALL at the system, by 50\.00 MW/);
    assert.equal(data.causes[0].shortfall_mw, 50);
    assert.match(await refusal('get_lmp', { scenario_id: 'short' }), /ended INFEASIBLE without a schedule/);
    assert.match((await answer('get_infeasibility_report')).statement, /OPTIMAL: the case is feasible/);
  });
  it('check the lines of a case, and the network of a scenario that has one', async () => {
    const lines = await answer('validate_power_flow');
    assert.equal(lines.data.valid, true);
    assert.deepEqual(lines.data.checks, ['topology']);
    const network = await answer('validate_power_flow', { network_id: 'rts24' });
    assert.equal(network.data.buses, 24);
    const scenario = await answer('validate_power_flow', { scenario_id: 'rts24-scuc' });
    assert.equal(scenario.data.network_id, network.data.network_id);
    assert.match(await refusal('validate_power_flow', { scenario_id: 'short' }), /no lines/);
    assert.equal(await refusal('validate_power_flow', { network_id: 'none' }), 'Network not found');
  });

  it('see the newest solve of the scenario that completed', async () => {
    const annSolves = memorySolves();
    const payload = threeBus();
    const result = await solve('scuc', payload);
    await annSolves.add({ userId: 'ann', scenarioId: 's', payload, result });
    const second = await annSolves.add({ userId: 'ann', scenarioId: 's', payload, result });
    await annSolves.add({ userId: 'ann', scenarioId: 's', payload });
    const mine = toolContext(annSolves.deps, { scenarioId: 's' });
    const reply = await runTool(LOOKUP_TOOLS, { name: 'get_lmp', arguments: '{}' }, mine);
    assert.equal(JSON.parse(JSON.stringify(reply.result?.data)).job_id, second);
    annSolves.forget(second);
    const afterwards = await runTool(LOOKUP_TOOLS, { name: 'get_lmp', arguments: '{}' }, mine);
    assert.match(afterwards.refusal ?? '', /no longer stored/);
  });
  it('take a job by its id, which goes before a scenario', async () => {
    const { data } = await answer('get_lmp', { job_id: ringJob, scenario_id: 'short' });
    assert.equal(data.scenario_id, 'ring');
  });
  it('answer alike about missing objects and those of other users, to administrators too', async () => {
    const ben = aUser('ben');
    for (const { name } of LOOKUP_TOOLS) {
      assert.equal(await refusal(name, { scenario_id: 'secret' }), 'Scenario not found', name);
      assert.equal(await refusal(name, { scenario_id: 'missing' }), 'Scenario not found', name);
      assert.equal(await refusal(name, { job_id: ringJob }, { user: ben }), 'Job not found', name);
      assert.equal(await refusal(name, { job_id: 'missing' }), 'Job not found', name);
      const admin = { user: aUser('root', 'admin') };
      assert.equal(await refusal(name, { job_id: ringJob }, admin), 'Job not found', name);
    }
  });
  it('prefer the job of the conversation to its scenario, and the job or scenario in the call to both', async () => {
    const about = { scenarioId: 'short', jobId: ringJob };
    const jobOf = async (args: object) => {
      const { result } = await run('get_scenario_summary', args, about);
      return result?.data;
    };
    assert.ok(JSON.stringify(await jobOf({})).includes(ringJob));
    assert.ok(!JSON.stringify(await jobOf({ scenario_id: 'short' })).includes(ringJob));
  });
  it('refuse a scenario without a solve, and a call without one', async () => {
    assert.equal(await refusal('get_lmp', { scenario_id: 'open' }), 'The scenario has no completed solve');
    assert.match(await refusal('get_lmp', {}, { scenarioId: undefined }), /Give a scenario_id or a job_id/);
  });
  it('suggest names near a wrong one', async () => {
    assert.equal(
      await refusal('get_dispatch', { generator: 'D' }),
      'There is no generator "D"; the nearest are: A, B, C',
    );
    assert.match(await refusal('get_lmp', { bus: 'bus_30' }), /the nearest are: bus_3, bus_/);
    assert.equal(await refusal('get_lmp', { hour: 1 }), 'There is no hour 1: the hours are 0 to 0');
  });

  it('keep every answer about a large case short', async () => {
    const calls = LOOKUP_TOOLS.filter(({ name }) => name !== 'validate_power_flow').flatMap(({ name }) => [
      [name, {}] as const,
    ]);
    const more = [
      ['get_lmp', { hour: 3 }],
      ['get_lmp', { bus: '7' }],
      ['get_dispatch', { hour: 3 }],
      ['get_commitment', { hour: 3 }],
      ['get_binding_constraints', { hour: 3 }],
    ] as const;
    for (const [name, args] of [...calls, ...more]) {
      const { data } = await answer(name, { ...args, scenario_id: 'large' });
      const lists = Object.values(data).filter((value): value is object[] => Array.isArray(value));
      const records = lists.reduce((sum, list) => sum + list.length, 0);
      assert.ok(records <= 150, `${name}: ${records} records`);
      assert.ok(JSON.stringify(data).length < 40_000, name);
    }
    const { data } = await answer('get_lmp', { scenario_id: 'large' });
    assert.equal(data.omitted, 200 * 48 - data.records.length);
    assert.deepEqual(data.sums.at(-1), {
      bus: 'bus_200',
      hours: 48,
      min_price_usd_per_mwh: 209,
      min_hour: 0,
      max_price_usd_per_mwh: 256,
      max_hour: 47,
      mean_price_usd_per_mwh: 232.5,
      mean_congestion_usd_per_mwh: 0,
    });
  });
  it('say nothing of random cases that their data do not hold', async () => {
    const seededSolves = memorySolves();
    for (const seed of [7, 10, 18, 19, 32]) {
      const { jobType, payload } = randomCase(seed);
      await seededSolves.add({
        userId: 'ann',
        scenarioId: String(seed),
        payload,
        result: await solve(jobType, payload),
      });
    }
    for (const { name } of LOOKUP_TOOLS) {
      for (const scenario_id of ['7', '10', '18', '19', '32']) {
        const call = { name, arguments: JSON.stringify({ scenario_id }) };
        const { result } = await runTool(LOOKUP_TOOLS, call, toolContext(seededSolves.deps));
        assert.deepEqual(result && ungroundedFigures(result.statement, result.data), result && [], name);
      }
    }
  });
});
