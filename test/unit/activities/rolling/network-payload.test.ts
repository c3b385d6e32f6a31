import assert from 'node:assert/strict';
import { networkPayload } from '../../../../activities/rolling/network-payload.ts';
import { forcedOutages, isOut } from '../../../../activities/rolling/outages.ts';
import type { NetworkLine } from '../../../../temporal/case/network-schema.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';

const line = (
  id: string,
  from_bus: number,
  to_bus: number,
  changes: Partial<NetworkLine> = {},
): NetworkLine => ({
  id,
  from_bus,
  to_bus,
  r_ohm: 4.84,
  x_ohm: 48.4,
  x_pu: 0.1,
  s_nom_mva: 200,
  in_service: true,
  ...changes,
});
const bus = (id: number) => ({ id, name: `Bus ${id}`, v_nom_kv: 220, type: 'pq' as const });

const network = {
  base_mva: 100,
  buses: [1, 2, 3, 4].map(bus),
  lines: [
    line('a', 1, 2),
    line('b', 2, 3),
    line('c', 1, 3, { s_nom_mva: null }),
    line('spur', 3, 4),
    line('out', 1, 4, { in_service: false }),
  ],
  generators: [aUnit('g', { p_max: 150 }), { ...aUnit('wind', { p_max: 300 }), p_max_profile: [10, 200] }],
  loads: [{ bus: 3, values: [100, 4000, 50] }],
};

describe('networkPayload', () => {
  it('repeats loads and profiles until the horizon is full', async () => {
    const payload = networkPayload(network, { horizon: 5 });
    assert.deepEqual(payload.loads[0]?.values, [100, 4000, 50, 100, 4000]);
    assert.deepEqual(payload.generators[1]?.p_max, [10, 200, 10, 200, 10]);
    assert.equal(payload.transmission_lines, undefined);
    assert.equal(payload.reserves, undefined);
    await payloadSchema.validate(payload, { strict: true });
  });
  it('scales all loads, and of renewables only wind: by type, else by name', () => {
    const renewables = [
      { name: 'breeze', bus: 1, type: 'WIND', p_max: [10, 20] },
      { name: 'wind park', bus: 1, p_max: [8, 4], must_take: true },
      { name: 'wind lake', bus: 1, type: 'HYDRO', p_max: [6, 6] },
      { name: 'sun', bus: 1, p_max: [5, 5] },
    ];
    const scales = { loadScale: 1.5, windScale: 0.5, spillPrice: 1 };
    const payload = networkPayload({ ...network, renewables }, { horizon: 2, ...scales });
    assert.deepEqual(payload.loads[0]?.values, [150, 6000]);
    assert.deepEqual(
      payload.renewables?.map(({ name, p_min, p_max }) => [name, p_min, p_max]),
      [
        ['breeze', [0, 0], [5, 10]],
        ['wind park', [4, 2], [4, 2]],
        ['wind lake', [0, 0], [6, 6]],
        ['sun', [0, 0], [5, 5]],
        ['spill of wind park', [-4, -2], [0, 0]],
      ],
    );
  });

  it('takes actual values in the hours in which they are known, and the forecast in others', () => {
    const withActuals = {
      ...network,
      loads: [{ bus: 3, values: [100, 200, 50], actual_values: [110, 190, 60] }],
      renewables: [
        { name: 'wind', bus: 1, p_max: [30, 20], actual_p_max: [10, 25] },
        { name: 'sun', bus: 1, p_max: [9], actual_p_max: [4], must_take: true },
        { name: 'river', bus: 1, p_max: [9], actual_p_max: [4], p_min: [5] },
      ],
    };
    const known = { first: 4, length: 1 };
    const { loads, renewables } = networkPayload(withActuals, { horizon: 3, firstHour: 3, known });
    assert.deepEqual(loads, [{ bus: 3, values: [100, 190, 50] }]);
    assert.deepEqual(
      renewables?.map(({ p_min, p_max }) => [p_min, p_max]),
      [
        [
          [0, 0, 0],
          [20, 10, 20],
        ],
        [
          [9, 4, 9],
          [9, 4, 9],
        ],
        [
          [5, 4, 5],
          [9, 4, 9],
        ],
      ],
    );
    assert.deepEqual(networkPayload(withActuals, { horizon: 3 }).loads, [{ bus: 3, values: [100, 200, 50] }]);
  });
  it('holds a unit off in the hours for which a seed draws it out, wherever the payload begins', () => {
    const unit = { ...aUnit('g', { p_max: 150 }), forced_outage_rate: 0.4, mean_time_to_repair_h: 5 };
    const drawn = { ...network, generators: [unit] };
    const year = forcedOutages(unit, 7, 120);
    const outages = { seed: 7 };
    for (const firstHour of [0, 61]) {
      const { generators, fixed_commitment } = networkPayload(drawn, { horizon: 48, firstHour, outages });
      const out = Array.from({ length: 48 }, (_, t) => t).filter((t) => isOut(year, firstHour + t));
      assert.ok(out.length > 0 && out.length < 48);
      assert.deepEqual(
        fixed_commitment?.map(({ hour, on }) => [hour, on]),
        out.map((t) => [t, false]),
      );
      assert.ok([generators[0]?.p_max].flat().every((mw, t) => mw === (out.includes(t) ? 0 : 150)));
    }
    assert.equal(networkPayload(drawn, { horizon: 48 }).fixed_commitment, undefined);
  });
  it('cuts series that are longer than the horizon', () => {
    assert.deepEqual(networkPayload(network, { horizon: 2 }).loads[0]?.values, [100, 4000]);
  });
  it('gives lines in per unit with their ratings', () => {
    const lines = networkPayload(network, { horizon: 1, withNetwork: true }).transmission_lines ?? [];
    // Base impedance: 220^2 / 100 = 484 ohm.
    assert.deepEqual(lines[0], {
      id: 'a',
      from_bus: 1,
      to_bus: 2,
      x_pu: 0.1,
      r_pu: 0.01,
      rating_mw: 200,
      in_service: true,
    });
    assert.equal(lines[2]?.rating_mw, null);
    assert.equal(lines[4]?.in_service, false);
  });
  it('repeats ratings by the hour, unlimited hours too, and makes lines soft that have no other', () => {
    const rating_mw_profile = [null, 80, 90];
    const rated = line('c', 1, 3, {
      s_nom_mva: null,
      rating_mw_profile,
      emergency_rating_mw_profile: [0, 5],
    });
    const options = { horizon: 4, firstHour: 2, withNetwork: true, linePenalty: 700 };
    const { transmission_lines: [found] = [] } = networkPayload({ ...network, lines: [rated] }, options);
    assert.deepEqual(found?.rating_mw, [90, null, 80, 90]);
    assert.deepEqual(found?.emergency_rating_mw, [0, 5, 0, 5]);
    assert.equal(found?.penalty_usd_per_mwh, 700);
  });
  it('takes the reactance in ohm if there is none in per unit', () => {
    const ohmic = { ...network, lines: [line('a', 1, 2, { x_pu: 0, x_ohm: 96.8 })] };
    const payload = networkPayload(ohmic, { horizon: 1, withNetwork: true });
    assert.equal(payload.transmission_lines?.[0]?.x_pu, 0.2);
  });
  it('loses each line in service whose loss islands no bus', () => {
    const payload = networkPayload(network, { horizon: 1, withNetwork: true, nMinus1: true });
    assert.deepEqual(
      payload.contingencies?.map(({ lines }) => lines),
      [['a'], ['b'], ['c']],
    );
    assert.equal(networkPayload(network, { horizon: 1, nMinus1: true }).contingencies, undefined);
  });
  it('requires spinning reserve of 5 % of the load or the largest unit', () => {
    const payload = networkPayload(network, { horizon: 3, includeReserves: true });
    // Reserve is the largest unit: g with 150 MW, then wind with 200 MW (as much as 5 % of 4000 MW), then g.
    assert.deepEqual(payload.reserves?.[0]?.mw, [150, 200, 150]);
    const heavy = { ...network, loads: [{ bus: 3, values: [8000] }] };
    assert.deepEqual(networkPayload(heavy, { horizon: 1, includeReserves: true }).reserves?.[0]?.mw, [400]);
  });
});
