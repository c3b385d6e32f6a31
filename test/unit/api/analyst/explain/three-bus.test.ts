/** Explanations of the ring whose cheap unit is behind a full line, against figures worked out by hand. */
import assert from 'node:assert/strict';
import type { Artifact, ArtifactType } from '../../../../../api/analyst/explain/artifact.ts';
import { explain } from '../../../../../api/analyst/explain/explain.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** The artifacts of a case by type. */
async function explained(
  jobType: 'uc' | 'scuc' | 'ed',
  payload: SolvePayload,
): Promise<Map<ArtifactType, Artifact>> {
  const artifacts = explain(payload, await solve(jobType, payload));
  return new Map(artifacts.map((artifact) => [artifact.type, artifact]));
}

describe('explanations of the three-bus ring', () => {
  let artifacts: Map<ArtifactType, Artifact>;
  before(async () => {
    artifacts = await explained('scuc', threeBus({ slack_bus: 1 }));
  });
  const statementOf = (type: ArtifactType): string => artifacts.get(type)?.statement ?? '';
  const dataOf = (type: ArtifactType) => JSON.parse(JSON.stringify(artifacts.get(type)?.data));

  it('are all but that of an infeasibility', () => {
    assert.deepEqual(
      [...artifacts.keys()],
      [
        'summary',
        'cost_breakdown',
        'commitment_schedule',
        'lmp_decomposition',
        'binding_constraints',
        'marginal_units',
        'reserve_margin',
      ],
    );
  });
  it('take the dearest price apart', () => {
    const statement = statementOf('lmp_decomposition');
    assert.match(
      statement,
      /At hour 0 the price at bus_3 is 60\.00 \$\/MWh: 20\.00 energy \+ 40\.00 congestion \+ 0\.00 loss\./,
    );
    assert.match(
      statement,
      /Prices differ most at hour 0, by 40\.00 \$\/MWh: 20\.00 \$\/MWh at bus_1 and 60\.00 \$\/MWh at bus_3\./,
    );
    assert.match(statement, /line L13 has the largest price difference between its ends: 40\.00 \$\/MWh/);
  });
  it('name the limit that binds, its shadow price and what it earns', () => {
    const { limits } = dataOf('binding_constraints');
    assert.deepEqual(limits, [
      {
        line_id: 'L13',
        contingency_id: null,
        from_bus: 'bus_1',
        to_bus: 'bus_3',
        hours_binding: 1,
        congestion_rent_usd: 3600,
        hour: 0,
        flow_mw: 60,
        limit_mw: 60,
        shadow_price_usd_per_mwh: -60,
      },
    ]);
    assert.match(statementOf('binding_constraints'), /carries 60\.00 MW at a limit of 60\.00 MW/);
  });
  it('find the units that set prices, and the bus between them that takes its price over the network', () => {
    const { records, hours_degenerate, hours_network } = dataOf('marginal_units');
    const setBy = records.map(({ bus, how, generator }: Record<string, string>) => [bus, how, generator]);
    assert.deepEqual(setBy, [
      ['bus_1', 'sets', 'A'],
      ['bus_2', 'network', 'A'],
      ['bus_2', 'network', 'C'],
      ['bus_3', 'sets', 'C'],
    ]);
    assert.deepEqual([hours_degenerate, hours_network], [0, 1]);
    assert.match(
      statementOf('marginal_units'),
      /At hour 0 the price at bus_3 is 60\.00 \$\/MWh because generator C at bus_3 runs at 35\.00 MW, free between 0\.00 and 100\.00 MW, and costs 60\.00 \$\/MWh there\./,
    );
  });
  it('add the costs of the units up to the total', () => {
    // 65 MW at 20, 100 MW at 30 and 35 MW at 60 $/MWh.
    const { generators, total_cost_usd } = dataOf('cost_breakdown');
    const costs = generators.map((unit: Record<string, number>) => unit['total_usd']);
    assert.deepEqual(costs, [1300, 3000, 2100]);
    assert.equal(total_cost_usd, 6400);
    assert.match(statementOf('cost_breakdown'), /costs 6400\.00 \$: 6400\.00 \$ for energy/);
    assert.match(statementOf('cost_breakdown'), /Generator B costs most, 3000\.00 \$ or 46\.88 %/);
  });
  it('compare the capacity on line with the demand', () => {
    const { hours } = dataOf('reserve_margin');
    assert.deepEqual(hours, [
      {
        hour: 0,
        units_on: 3,
        demand_mw: 200,
        thermal_capacity_mw: 400,
        renewable_available_mw: 0,
        capacity_mw: 400,
        margin_mw: 200,
        margin_percent: 100,
      },
    ]);
  });
});

describe('explanations of one bus', () => {
  const twoHours = (changes: Partial<SolvePayload>): SolvePayload => ({
    generators: [
      aUnit('base', { p_max: 100, marginal_cost: 10 }),
      aUnit('peak', {
        p_max: 50,
        marginal_cost: 50,
        startup_cost: 300,
        no_load_cost: 20,
        initial_status: -5,
      }),
    ],
    loads: [{ bus: 1, values: [80, 120] }],
    horizon: 2,
    ...changes,
  });

  it('tell starts with their cost and hour', async () => {
    const artifact = (await explained('uc', twoHours({}))).get('commitment_schedule');
    const { events, generators } = JSON.parse(JSON.stringify(artifact?.data));
    assert.deepEqual(events, [
      { generator: 'peak', bus: 'bus_1', hour: 1, event: 'start', hours_before: 6, startup_cost_usd: 300 },
    ]);
    assert.deepEqual(
      generators.map(({ hours_on, starts }: Record<string, number>) => [hours_on, starts]),
      [
        [2, 0],
        [1, 1],
      ],
    );
    assert.match(artifact?.statement ?? '', /generator peak at hour 1: 300\.00 \$ after 6 hours off\./);
  });
  it('tell the tightest hour', async () => {
    const artifact = (await explained('uc', twoHours({}))).get('reserve_margin');
    // At hour 0 100 MW for 80 MW, at hour 1 150 MW for 120 MW: both 25 %, so the first is named.
    assert.match(artifact?.statement ?? '', /^The tightest hour is hour 0: 1 unit on with 100\.00 MW/);
    assert.match(artifact?.statement ?? '', /margin at hour 0 is 20\.00 MW or 25\.00 %/);
  });
  it('call a tie of two equal units degenerate', async () => {
    const generators = [aUnit('one'), aUnit('two')].map((unit) => ({ ...unit, p_min: 10, ramp_up: 10 }));
    const tie = { generators, loads: [{ bus: 1, values: [100] }], horizon: 1 };
    const artifact = (await explained('uc', tie)).get('marginal_units');
    const { how } = JSON.parse(JSON.stringify(artifact?.data)).records[0];
    assert.ok(['sets', 'at_limit'].includes(how), how);
    assert.match(artifact?.statement ?? '', /In (?:0|1) hours? some price is degenerate/);
  });
  it('hold the price of a demand that no unit is free to follow for degenerate', async () => {
    const payload = twoHours({ loads: [{ bus: 1, values: [100, 150] }] });
    const artifact = (await explained('uc', payload)).get('marginal_units');
    assert.equal(JSON.parse(JSON.stringify(artifact?.data)).hours_degenerate, 2);
    assert.match(artifact?.statement ?? '', /degenerate/);
  });
  it('set the price of load that is not served', async () => {
    const payload = twoHours({
      loads: [{ bus: 1, values: [80, 170] }],
      options: { unserved_energy_usd_per_mwh: 1000 },
    });
    const artifacts = await explained('uc', payload);
    assert.match(
      artifacts.get('marginal_units')?.statement ?? '',
      /At hour 1 the price at bus_1 is 1000\.00 \$\/MWh because unserved load at bus_1 .*20\.00 MW/,
    );
    assert.match(artifacts.get('summary')?.statement ?? '', /20\.00 MWh of load are not served/);
    assert.match(
      artifacts.get('cost_breakdown')?.statement ?? '',
      /largest penalty is 20000\.00 \$ for 20\.00 MWh of unserved energy at bus_1/,
    );
  });
  it('say which ramp holds the unit behind a price', async () => {
    const payload = twoHours({
      generators: [
        aUnit('base', { p_max: 200, marginal_cost: 10, ramp_up: 30, initial_power_mw: 70 }),
        aUnit('peak', { p_max: 100, marginal_cost: 50 }),
      ],
      loads: [{ bus: 1, values: [90, 120] }],
    });
    const artifact = (await explained('uc', payload)).get('marginal_units');
    const { records } = JSON.parse(JSON.stringify(artifact?.data));
    assert.ok(records.length >= 2, JSON.stringify(records));
  });
  it('are the summary and the causes when there is no schedule', async () => {
    const artifacts = await explained('uc', twoHours({ loads: [{ bus: 1, values: [80, 400] }] }));
    assert.deepEqual([...artifacts.keys()], ['summary', 'infeasibility']);
    assert.match(artifacts.get('summary')?.statement ?? '', /The case is INFEASIBLE/);
    assert.match(
      artifacts.get('infeasibility')?.statement ?? '',
      /At hour 1 there is a CAPACITY_SHORTFALL at the system, by 250\.00 MW\./,
    );
  });
});
