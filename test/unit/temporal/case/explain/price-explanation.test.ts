/** Components of prices, on cases computed by hand. */
import assert from 'node:assert/strict';
import { limitsOf } from '../../../../../temporal/case/explain/limit-shares.ts';
import { marginalUnits } from '../../../../../temporal/case/explain/marginal-units.ts';
import { explainPrice } from '../../../../../temporal/case/explain/price-explanation.ts';
import { partName, reasons, SAID } from '../../../../../temporal/case/explain/price-words.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { solve } from '../../../../support/engine/solve.ts';

const UNIT = aUnit('peak', { marginal_cost: 32.46 });
const SHORT: SolvePayload = {
  generators: [UNIT],
  loads: [{ bus: 1, values: [76.3] }],
  horizon: 1,
  reserves: [{ name: 'Spin_Up', mw: 23.77, penalty_usd_per_mwh: 4000 }],
};

async function partsOf(payload: SolvePayload, bus = 'bus_1', type: 'uc' | 'scuc' = 'uc', hour = 0) {
  const result = await solve(type, payload);
  const shares = limitsOf(payload, result, bus, hour);
  const explanation = explainPrice(payload, result, bus, hour, shares) ?? assert.fail(bus);
  const parts = explanation.parts.map((part) => [partName(part, SAID), part.usd_per_mwh]);
  return { parts, sentences: reasons(explanation, SAID), price: explanation.group.price_usd_per_mwh };
}

describe('the parts of a price', () => {
  it('are the cost of a unit and the penalty of a reserve that is short', async () => {
    const { parts, sentences, price } = await partsOf(SHORT);
    assert.equal(price, 4032.46);
    assert.deepEqual(parts, [
      ['generator peak', 32.46],
      ['reserve Spin_Up, short by 0.07 MW', 4000],
    ]);
    assert.deepEqual(sentences, [
      'Generator peak at bus_1 runs at 76.30 MW, limited by the reserve it provides, and costs 32.46 $/MWh there, and the reserve Spin_Up, short by 0.07 MW, adds 4000.00 $/MWh.',
    ]);
    assert.match(
      marginalUnits(SHORT, await solve('uc', SHORT))?.statement ?? '',
      /because generator peak .* adds 4000/,
    );
  });

  it('are the unit alone where the reserve is there', async () => {
    assert.deepEqual((await partsOf({ ...SHORT, loads: [{ bus: 1, values: [70] }] })).parts, [
      ['generator peak', 32.46],
    ]);
  });

  it('have CO2 beside the cost, and say where its limit is exceeded', async () => {
    const generators = [aUnit('coal', { marginal_cost: 20, co2_t_per_mwh: 1 })];
    const emitting: SolvePayload = {
      ...{ generators, loads: [{ bus: 1, values: [80] }], horizon: 1 },
      ...{ emission_limit_t: 50, emission_price_usd_per_t: 5, emission_penalty_usd_per_t: 30 },
    };
    assert.deepEqual((await partsOf(emitting)).parts, [
      ['generator coal', 20],
      ['CO2 above its limit', 35],
    ]);
    assert.deepEqual((await partsOf({ ...emitting, emission_limit_t: 90 })).parts, [
      ['generator coal', 20],
      ['CO2', 5],
    ]);
  });

  it('are the price of a bid that is accepted in part', async () => {
    const blocks = [
      { mw: 15, usd_per_mwh: 30 },
      { mw: 20, usd_per_mwh: 18 },
    ];
    const bidding: SolvePayload = {
      generators: [aUnit('coal'), aUnit('oil', { marginal_cost: 20 })],
      loads: [{ bus: 1, values: [80] }],
      horizon: 1,
      bids: [{ name: 'D', bus: 1, kind: 'demand', blocks }],
    };
    const { parts, sentences } = await partsOf(bidding);
    assert.deepEqual(parts, [['bid D', 18]]);
    assert.deepEqual(sentences, [
      'Bid D at bus_1 is accepted with 20.00 MW of 35.00 MW and bids 18.00 $/MWh.',
    ]);
  });

  it('have the price of a limit of fuel beside the cost of a unit that burns it', async () => {
    const fuelled: SolvePayload = {
      generators: [
        aUnit('G', { marginal_cost: 20, fuel: 'gas', heat_rate_btu_per_kwh: 10_000 }),
        aUnit('C', { marginal_cost: 40 }),
      ],
      loads: [{ bus: 1, values: [80] }],
      horizon: 1,
      fuel_limits: [{ fuel: 'gas', first_hour: 0, last_hour: 0, max_mmbtu: 500 }],
    };
    const { parts } = await partsOf(fuelled);
    assert.deepEqual(parts, [
      ['generator G', 20],
      ['limit of fuel gas', 20],
      ['generator C', null],
    ]);
  });

  it('are the units elsewhere and the lines between', async () => {
    const ring = threeBus({ slack_bus: 1 });
    const { parts, price } = await partsOf(ring, 'bus_2', 'scuc');
    assert.deepEqual(parts.map(([name]) => name).sort(), ['generator A', 'generator C', 'line L13']);
    const [, line = 0] = parts.find(([name]) => name === 'line L13') ?? [];
    assert.ok(Math.abs(20 + Number(line) - price) < 1e-3, `${line} and 20, not ${price}`);
  });

  it('are the penalty of a line that is over its soft limit', async () => {
    const soft = threeBus({ slack_bus: 1 }, { penalty_usd_per_mwh: 36 });
    const { parts } = await partsOf(soft, 'bus_3', 'scuc');
    assert.deepEqual(parts, [
      ['generator A', 20],
      ['line L13, over its limit by 23.33 MW', 24],
    ]);
  });

  const WIND = { name: 'wind', bus: 1, p_min: [0], p_max: [50], marginal_cost: 3 };
  const LAKE = { name: 'lake', bus: 1, energy_mwh: 90, charge_mw: 30, discharge_mw: 30, initial_mwh: 9 };
  for (const [what, changes, resultChanges, usd, expected] of [
    [
      'a renewable at its limit that costs just the price',
      { renewables: [WIND] },
      { renewable_mw: { wind: [50] } },
      3,
      [['renewable wind', 3]],
    ],
    [
      'a bid that is accepted whole at just its price',
      { bids: [{ name: 'D', bus: 1, kind: 'demand', blocks: [{ mw: 5, usd_per_mwh: 12 }] }] },
      { bid_mw: { D: [5] } },
      12,
      [['bid D', 12]],
    ],
    [
      'all load of a bus that is not served',
      { options: { unserved_energy_usd_per_mwh: 900 } },
      { unserved_mw: { bus_1: [76.3] } },
      900,
      [['unserved load at bus_1', 900]],
    ],
    [
      'a storage, and the rest, which other hours decide',
      { storage: [{ ...LAKE, efficiency: 1 }] },
      { storage: { lake: { charge_mw: [0], discharge_mw: [20], energy_mwh: [0] } } },
      40,
      [
        ['storage lake', null],
        ['worth of the energy in other hours', 40],
      ],
    ],
    ['a rest alone where nothing decides', {}, {}, 7, [['not set by any element', 7]]],
  ] as const)
    it(`are ${what}`, async () => {
      const off = { commitment: { peak: [0] }, dispatch_mw: { peak: [0] }, lmp: { bus_1: [usd] } };
      const result = {
        ...(await solve('uc', SHORT)),
        ...off,
        ...structuredClone(resultChanges),
      } as SolveResult;
      const payload = { ...SHORT, ...structuredClone(changes) } as SolvePayload;
      const { parts = [] } = explainPrice(payload, result, 'bus_1', 0, []) ?? {};
      assert.deepEqual(
        parts.map((part) => [partName(part, SAID), part.usd_per_mwh]),
        expected,
      );
    });

  describe('of stored energy', () => {
    const lake = { name: 'lake', bus: 1, energy_mwh: 90, charge_mw: 30, discharge_mw: 30 };
    const efficient = { charge_efficiency: 0.9, discharge_efficiency: 0.8 };
    const storing = (values: number[], changes: object): SolvePayload => ({
      generators: [aUnit('coal', { marginal_cost: 20 })],
      loads: [{ bus: 1, values }],
      horizon: values.length,
      storage: [{ ...lake, ...efficient, initial_mwh: 0, ...changes }],
    });
    const sentence = (from: string) => [
      `Storage lake at bus_1 with an output of 10.00 MW carries it from ${from}.`,
    ];

    it('are the price of the hour in which it is charged, with its losses and costs', async () => {
      const costs = { charge_cost_usd_per_mwh: 1, discharge_cost_usd_per_mwh: 2, standing_loss_per_h: 0.1 };
      const { parts, sentences } = await partsOf(storing([50, 100, 110], costs), 'bus_1', 'uc', 2);
      // 1 MWh more is charged in hour 1, at full output of coal only in hour 0: two hours of losses.
      const usd = 2 + 21 / 0.9 / 0.81 / 0.8;
      assert.deepEqual(parts, [['storage lake', Math.round(usd * 1e6) / 1e6]]);
      assert.deepEqual(sentences, sentence('hour 0, where the price is 20.00 $/MWh'));
    });

    it('are the price of a later hour, if the storage is cyclic', async () => {
      const { parts, sentences } = await partsOf(
        storing([110, 50], { initial_mwh: undefined, cyclic: true, standing_loss_per_h: 0.1 }),
      );
      assert.deepEqual(parts, [['storage lake', 30.864198]]);
      assert.deepEqual(sentences, sentence('hour 1, where the price is 20.00 $/MWh'));
    });

    it('are the value of the energy left at the end', async () => {
      const stock = { initial_mwh: 50, final_value_usd_per_mwh: 24 };
      const { parts, sentences } = await partsOf(storing([110], stock));
      assert.deepEqual(parts, [['storage lake', 30]]);
      assert.deepEqual(sentences, sentence('the end, where a stored MWh is worth 24.00 $/MWh'));
    });

    it('have no other origin where the energy is at a limit in between', async () => {
      const result = await solve('uc', storing([50, 110], {}));
      const full = storing([50, 110], { energy_mwh: result.storage?.['lake']?.energy_mwh[0] });
      const { group } = explainPrice(full, result, 'bus_1', 1, []) ?? assert.fail();
      assert.deepEqual([group.how, group.setters[0]?.stored], ['stores', undefined]);
    });
  });

  it('are none where the bus or its prices are not there', async () => {
    const result = await solve('uc', SHORT);
    assert.equal(explainPrice(SHORT, result, 'bus_9', 0, []), undefined);
    assert.equal(explainPrice(SHORT, { ...result, lmp: {} }, 'bus_1', 0, []), undefined);
    const unexplained = { ...result, lmp: { bus_1: [99] } };
    assert.equal(explainPrice(SHORT, unexplained, 'bus_1', 0, [])?.group.how, 'coupled');
  });
});
