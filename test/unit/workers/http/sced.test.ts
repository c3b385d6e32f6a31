/** Dispatch of one interval: prices of a congested ring, the ramp within the interval, and invalid fields. */
import assert from 'node:assert/strict';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';

const { generators, transmission_lines } = threeBus();
const RING = { generators, transmission_lines, load_mw: { 2: 50, 3: 150 } };

describe('a dispatch of one interval', () => {
  let server: SolverServer;
  before(async () => {
    server = await startSolverServer();
  });
  after(() => server.close());
  const sced = async (payload: object) => {
    const { status, body } = await server.call('POST', '/solve/sced', { payload });
    assert.equal(status, 202, JSON.stringify(body));
    return (await server.call('GET', body.results_url)).body;
  };
  const refused = async (payload: object) => {
    const { status, body } = await server.call('POST', '/solve/sced', { payload });
    assert.equal(status, 422, JSON.stringify(body));
    return body.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.slice(2), type]);
  };

  it('is the economic dispatch with its network, at prices 20, 40 and 60', async () => {
    const result = await sced(RING);
    const expected = await solve('ed', threeBus({ network: true }));
    assert.deepEqual(result.lmp, { bus_1: [20], bus_2: [40], bus_3: [60] });
    assert.deepEqual(result.dispatch_mw, expected.dispatch_mw);
    assert.equal(result.total_cost_usd, expected.total_cost_usd);
    assert.ok(result.certificate.verified);
  });
  it('is the same with loads as a payload has them, and shows as a SCED', async () => {
    const { load_mw: _, ...rest } = RING;
    const { loads } = threeBus();
    const { body } = await server.call('POST', '/solve/sced', { payload: { ...rest, loads } });
    assert.equal((await server.call('GET', body.status_url)).body.job_type, 'sced');
    const { body: result } = await server.call('GET', body.results_url);
    assert.deepEqual(result.lmp, { bus_1: [20], bus_2: [40], bus_3: [60] });
  });
  it('moves no unit further than its ramp in the interval', async () => {
    const slow = generators.map((unit) => ({ ...unit, ramp_up: 120, ramp_down: 120 }));
    const payload = {
      generators: slow,
      load_mw: { 3: 210 },
      initial_dispatch_mw: { A: 100, B: 50, C: 50 },
    };
    // A ramp of 120 MW/h is 10 MW in 5 minutes; the cheap unit rises first.
    assert.deepEqual((await sced(payload)).dispatch_mw, { A: [110], B: [60], C: [40] });
    const longer = await sced({ ...payload, interval_minutes: 15 });
    assert.deepEqual(longer.dispatch_mw, { A: [130], B: [60], C: [20] });
  });
  it('moves no DC line further than its ramp in the interval', async () => {
    const line = { id: 'D', from_bus: 1, to_bus: 3, p_min_mw: 0, p_max_mw: 100, initial_power_mw: 50 };
    const payload = { generators, load_mw: RING.load_mw, dc_lines: [{ ...line, ramp_up: 120 }] };
    assert.deepEqual((await sced(payload)).dc_flow_mw, { D: [60] });
    assert.deepEqual((await sced({ ...payload, interval_minutes: 15 })).dc_flow_mw, { D: [80] });
  });
  it('cannot follow a load that runs away', async () => {
    const slow = generators.map((unit) => ({ ...unit, ramp_up: 60, ramp_down: 60 }));
    const initial_dispatch_mw = { A: 100, B: 50, C: 50 };
    const result = await sced({ generators: slow, load_mw: { 3: 240 }, initial_dispatch_mw });
    assert.equal(result.termination_status, 'INFEASIBLE');
  });
  it('keeps the given commitment, else that of the initial status', async () => {
    const { dispatch_mw } = await sced({ ...RING, transmission_lines: [], commitment: { A: 0, B: [1] } });
    assert.deepEqual(dispatch_mw, { A: [0], B: [100], C: [100] });
    const off = generators.map((unit) => (unit.name === 'B' ? { ...unit, initial_status: -3 } : unit));
    const { commitment, startup } = await sced({ ...RING, generators: off });
    assert.deepEqual([commitment.B, startup?.B], [[0], startup && [0]]);
  });
  it('stays secure after a contingency', async () => {
    const lines = transmission_lines?.map((line) => ({ ...line, rating_mw: 100 }));
    const payload = { ...RING, transmission_lines: lines };
    const { dispatch_mw: normal } = await sced(payload);
    const { dispatch_mw: secure } = await sced({ ...payload, contingencies: ['L13'] });
    // After the contingency, power from A to bus 3 has a single path, which power from B uses too.
    assert.ok(secure.C[0] >= 50 - 1e-6 && normal.C[0] < secure.C[0], JSON.stringify([normal, secure]));
  });
  it('wants one value of each series, for its interval', async () => {
    const payload = { generators, loads: [{ bus: 2, values: [50, 60] }] };
    const { status, body } = await server.call('POST', '/solve/sced', { payload });
    assert.equal(status, 422);
    assert.equal(body.detail[0].msg, 'Expected 1 value, one per interval, got 2');
  });
  it('needs a load, and names every wrong entry', async () => {
    const { load_mw: _, ...rest } = RING;
    assert.deepEqual(await refused(rest), [[['load_mw'], 'missing']]);
    assert.deepEqual(
      await refused({
        ...RING,
        load_mw: { here: 5 },
        initial_dispatch_mw: { Z: 1 },
        commitment: { Y: 1 },
        storage: [
          { name: 'S', bus: 1, energy_mwh: 1, charge_mw: 1, discharge_mw: 1, efficiency: 1, initial_mwh: 0 },
        ],
      }),
      [
        [['initial_dispatch_mw', 'Z'], 'unknown_element'],
        [['commitment', 'Y'], 'unknown_element'],
        [['load_mw', 'here'], 'int_parsing'],
        [['storage'], 'value_error'],
      ],
    );
    const wrong = { load_mw: { 1: 'much' }, commitment: { A: 2 }, interval_minutes: 0 };
    assert.deepEqual((await refused({ ...RING, ...wrong })).map(([path]: [unknown[]]) => path[0]).sort(), [
      'commitment',
      'interval_minutes',
      'load_mw',
    ]);
  });
});
