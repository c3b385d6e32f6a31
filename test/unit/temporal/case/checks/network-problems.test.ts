/** Networks that no run could read are refused at the place that is wrong. */
import assert from 'node:assert/strict';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import {
  type NetworkBody,
  networkBody,
  toNetworkContent,
} from '../../../../../temporal/case/messages/network-body.ts';
import { networkContentSchema } from '../../../../../temporal/case/messages/network-record.ts';
import { studyNetwork } from '../../../../support/cases/study-network.ts';

const places = (network: NetworkBody): string[] => networkProblems(network).map(({ path }) => path.join('.'));

/** The network with a value put at a place, such as `generators.0.fuel`. */
function having(place: string, value: unknown): NetworkBody {
  const network = structuredClone(studyNetwork());
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  const target = steps.reduce<Record<string, unknown>>(
    (at, step) => at[step] as Record<string, unknown>,
    network as unknown as Record<string, unknown>,
  );
  if (value === undefined) delete target[last];
  else target[last] = value;
  return network;
}

/** What is changed, to what, and where that is wrong when not there. */
const WRONG: readonly (readonly [place: string, value: unknown, found?: string])[] = [
  ['dc_lines.0.from_bus', 9],
  ['dc_lines.0.to_bus', 1],
  ['dc_lines.0.p_min_mw', 21],
  ['dc_lines.0.id', 'L12'],
  ['renewables.1.bus', 9],
  ['storage.0.bus', 9],
  ['renewables.0.name', 'coal', 'renewables.0.name'],
  ['storage.0.name', 'wind'],
  ['storage.0.name', '__proto__'],
  ['reserves.1.name', 'spin'],
  [
    'fuels',
    [
      { name: 'Coal', price_usd_per_mmbtu: 2 },
      { name: 'Coal', price_usd_per_mmbtu: 3 },
    ],
    'fuels.1.name',
  ],
  ['generators.0.p_min', 161, 'generators.0.p_min'],
  ['renewables.2.p_min', [51], 'renewables.2.p_min.0'],
  ['storage.0.initial_mwh', 81],
  ['storage.0.final_mwh', 81],
  ['generators.0.fuel', 'Peat'],
  ['generators.0.fuel', undefined],
  ['generators.0.heat_rate_curve.2.mmbtu_per_h', 1500],
  ['generators.0.heat_rate_curve.1.mw', 60],
  ['generators.0.heat_rate_curve.2.mw', 170],
  ['generators.0.startup_fuel.1.lag_h', 4],
  ['generators.0.startup_fuel.1.mmbtu', 400],
  ['generators.0.startup_fuel.1.usd', 50],
  ['generators.1.maintenance.0.to', '2024-07-03'],
  ['generators.1.maintenance.0.from', '2024-06-31'],
  ['series_start', '2023-02-29'],
  ['series_start', undefined, 'generators.1.maintenance'],
  ['time_zone', 'Mars/Olympus'],
  ['renewables.0.p_max', []],
  ['renewables.2.p_min', []],
  ['renewables.2.energy_limits.mwh', []],
  ['renewables.2.energy_limits.mwh', [5, -1], 'renewables.2.energy_limits.mwh.1'],
  ['reserves.1.mw', []],
  ['fuels.0.price_usd_per_mmbtu', []],
  ['fuels.0.price_usd_per_mmbtu', -1],
  ['fuels.0.price_usd_per_mmbtu', [2, -1], 'fuels.0.price_usd_per_mmbtu.1'],
  ['loads.0.values', []],
  ['loads.0.actual_values', [1, 2]],
  ['renewables.0.actual_p_max', [], 'renewables.0.actual_p_max'],
  ['reserves.1.providers', ['coal', 'nobody'], 'reserves.1.providers.1'],
  ['reserves.0.areas', ['C'], 'reserves.0.areas.0'],
  ['reserves.0.provider_types', ['FUSION'], 'reserves.0.provider_types.0'],
];

describe('a network', () => {
  it('with every field is valid, and is stored with all of them', async () => {
    const network = studyNetwork();
    assert.deepEqual(places(network), []);
    const body = await networkBody.validate(network, { strict: true });
    const content = toNetworkContent(body);
    await networkContentSchema.validate(content, { strict: true });
    assert.deepEqual(JSON.parse(JSON.stringify(content)), JSON.parse(JSON.stringify(network)));
  });

  it('may leave out whether a DC line is in service', async () => {
    const [dc] = studyNetwork().dc_lines ?? [];
    const { in_service: _, ...rest } = dc ?? { in_service: true };
    const body = await networkBody.validate({ ...studyNetwork(), dc_lines: [rest] });
    assert.equal(toNetworkContent(body).dc_lines?.[0]?.in_service, true);
  });

  for (const [place, value, found = place] of WRONG) {
    it(`is refused with ${place} = ${JSON.stringify(value)}`, () => {
      const wrong = places(having(place, value));
      assert.ok(wrong.includes(found), wrong.join(' '));
    });
  }

  it('needs a date for what goes by the calendar', () => {
    const { generators } = studyNetwork();
    const network = studyNetwork({
      generators: generators.map(({ maintenance: _, ...unit }) => unit),
      fuels: [{ name: 'Coal', price_usd_per_mmbtu: Array(12).fill(2) }],
    });
    assert.deepEqual(places(network), []);
    assert.deepEqual(places({ ...network, series_start: undefined }), ['fuels.0.price_usd_per_mmbtu']);
  });

  it('refuses dates that are none', async () => {
    await assert.rejects(networkBody.validate(having('generators.1.maintenance.0.from', 'July')), /ISO date/);
    await assert.rejects(networkBody.validate(having('series_start', '1 July 2024')), /ISO date/);
  });
});
