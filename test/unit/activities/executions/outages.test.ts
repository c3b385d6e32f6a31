/**
 * Outages in networks: from series or dates, after an import, and on days on which a unit is out from beginning to end.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { executionPayload } from '../../../../activities/executions/execution-payload.ts';
import { stateAfter } from '../../../../activities/rolling/carried-state.ts';
import { windowsOf } from '../../../../activities/rolling/window.ts';
import { type NetworkFormat, readNetworkFiles } from '../../../../api/formats/import-network.ts';
import { validate } from '../../../../api/http/validate.ts';
import type { RollingState } from '../../../../temporal/case/messages/rolling.ts';
import { type NetworkBody, networkBody, toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { toFileSet } from '../../../support/cases/format-files.ts';
import { solve } from '../../../support/engine/solve.ts';

const FOLDER = new URL('../../../../../test/cases/outages/', import.meta.url);
const BODIES: Readonly<Record<string, { readonly network: NetworkBody }>> = JSON.parse(
  readFileSync(new URL('networks.json', FOLDER), 'utf8'),
);
const SOLVER = { id: 'highs', time_limit: 60, mip_gap: 0, presolve: 'choose', random_seed: 0 } as const;

/** Cost of the kept hours of each window, or the reason why a window has no schedule. */
async function run(
  body: NetworkBody,
  horizon: number,
  steps: { step_h?: number; look_ahead_h?: number } = {},
) {
  const network = toNetworkContent(body);
  const model = findPcmModel('pcm-rolling');
  assert.ok(model);
  const options = { horizon, include_reserves: false, lines: 'off', ...steps } as const;
  let state: RollingState | undefined;
  let cost = 0;
  const coal: number[] = [];
  for (const window of windowsOf(horizon, options)) {
    const payload = executionPayload({ options, solver: SOLVER }, model, network, window, { state });
    const result = await solve('uc', payload, { mipGap: 0 });
    if (!result.certificate) return { reasons: result.infeasibility_reasons };
    assert.equal(result.certificate.verified, true);
    const isLast = window.start + window.length === horizon;
    coal.push(...(result.dispatch_mw['coal'] ?? []).slice(0, window.kept));
    cost += isLast && window.kept === window.length ? (result.total_cost_usd ?? Number.NaN) : 0;
    state = stateAfter(payload, result, window.kept);
  }
  return { cost, coal };
}

const bodyOf = (name: string): NetworkBody => {
  const { network } = BODIES[name] ?? {};
  assert.ok(network);
  return network;
};

/** A network with a load of 80 MW, a gas unit, and a coal unit with this profile. */
const withSeries = (p_max_profile: number[], changes: object = {}): NetworkBody => {
  const { generators, loads, ...rest } = bodyOf('outage-by-profile');
  return {
    ...rest,
    generators: generators.map((unit) =>
      unit.name === 'coal' ? { ...unit, p_max_profile, ...changes } : unit,
    ),
    loads: loads.map((load) => ({ ...load, values: p_max_profile.map(() => 80) })),
  };
};

const DAY = 24;
const hours = (mw: number, count = DAY): number[] => Array<number>(count).fill(mw);

async function imported(format: NetworkFormat, path: string): Promise<NetworkBody> {
  const at = new URL(path, FOLDER);
  const names = path.endsWith('/')
    ? readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
    : [path];
  const from = path.endsWith('/') ? at : FOLDER;
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, from), 'utf8')]));
  const { network } = await readNetworkFiles(format, toFileSet(files));
  return validate(networkBody, 'body', network);
}

describe('an outage in a network', () => {
  for (const name of ['outage-by-maintenance', 'outage-by-profile'])
    it(`costs the same however it is written: ${name}`, async () => {
      const { cost, coal } = await run(bodyOf(name), DAY);
      assert.equal(cost, 62_400);
      assert.deepEqual(coal, [...hours(80, 6), ...hours(0, 6), ...hours(80, 12)]);
    });

  it('may last all day, although earlier windows do not see its end', async () => {
    const body = withSeries([...hours(100), ...hours(20), ...hours(100)], { min_uptime: 60 });
    for (const look_ahead_h of [0, 6, 24])
      assert.deepEqual(
        (await run(body, 72, { step_h: 24, look_ahead_h })).coal,
        [...hours(80), ...hours(0), ...hours(80)],
        `${look_ahead_h} h ahead`,
      );
  });

  it('contradicts a must-run unit, with a cause', async () => {
    const body = withSeries([...hours(100, 5), ...hours(0, 19)], { must_run: true });
    const { reasons } = await run(body, DAY);
    assert.equal(reasons?.[0], 'coal must run, but only 0 MW are available in hour 5');
  });

  it('never ends if no hour of the series has Pmin, with a cause', async () => {
    const { reasons } = await run(withSeries(hours(40)), DAY);
    assert.deepEqual(reasons, ['coal has a minimum output above its maximum in every hour']);
  });

  const IMPORTED: readonly (readonly [NetworkFormat, string, cost: number])[] = [
    ['pypsa-csv', 'pypsa-outage-pmin/', 10_400],
    ['egret', 'egret-outage.json', 10_500],
    ['rts-gmlc', 'rts-outage/', 62_870],
  ];
  for (const [format, path, cost] of IMPORTED)
    it(`is read from ${format}`, async () => {
      const body = await imported(format, path);
      const horizon = Math.max(...body.loads.map(({ values }) => values.length));
      assert.equal((await run(body, horizon)).cost, cost);
    });
});
