/** The sensitivity routes; their numbers are tested beside the code that computes them. */
import assert from 'node:assert/strict';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';
import { randomLines } from '../../../unit/activities/network/random-network.ts';

const lines = threeBus().transmission_lines ?? [];
const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-8);

describe('sensitivity routes', () => {
  let server: SolverServer;
  before(async () => {
    server = await startSolverServer();
  });
  after(() => server.close());
  const ptdf = (body: object) => server.call('POST', '/sensitivity/ptdf', body);
  const lodf = (body: object) => server.call('POST', '/sensitivity/lodf', body);
  const places = ({ detail }: { detail: { loc: unknown[]; type: string }[] }) =>
    detail.map(({ loc, type }) => [loc.slice(1), type]);

  it('give the factors of every line against the lowest bus', async () => {
    const { status, body } = await ptdf({ lines });
    assert.deepEqual([status, body.slack_bus, Object.keys(body.ptdf)], [200, 1, ['L12', 'L13', 'L23']]);
    near(body.ptdf.L12[2], -2 / 3);
    assert.equal(body.ptdf.L12[1], 0);
  });
  it('give those of a monitored line against a chosen slack, in any spelling of a line', async () => {
    const spelt = lines.map(({ id: name, from_bus: bus0, to_bus: bus1, x_pu: x }) => ({
      name,
      bus0,
      bus1,
      x,
    }));
    const { body } = await ptdf({ lines: spelt, slack_bus: 3, monitored: ['L13'] });
    assert.deepEqual(Object.keys(body.ptdf), ['L13']);
    near(body.ptdf.L13[1], 2 / 3);
  });
  it('give outage factors, and the outages that split the network', async () => {
    const tail = { id: 'tail', from_bus: 3, to_bus: 4, x_pu: 0.1 };
    const { body } = await lodf({ lines: [...lines, tail] });
    assert.deepEqual([Object.keys(body.lodf), body.islanding], [['L12', 'L13', 'L23'], ['tail']]);
    assert.deepEqual(body.lodf.L12, { L12: -1, L13: 1, L23: -1, tail: 0 });
  });
  it('leave out lines that are out of service', async () => {
    const [first, ...rest] = lines;
    const { body } = await lodf({ lines: [{ ...first, in_service: false }, ...rest] });
    assert.deepEqual(body, { lodf: {}, islanding: ['L13', 'L23'], warnings: [] });
    const wrong = await ptdf({ lines: [{ ...first, in_service: false }, ...rest], monitored: ['L12'] });
    assert.deepEqual(places(wrong.body), [[['monitored', 0], 'unknown_element']]);
  });
  it('refuse networks that make no sense', async () => {
    const loop = { id: 'L12', from_bus: 2, to_bus: 2, x_pu: 0.1 };
    const { status, body } = await ptdf({ lines: [...lines, loop], slack_bus: 9, monitored: ['L12', 'L12'] });
    assert.equal(status, 422);
    assert.deepEqual(places(body), [
      [['lines', 3, 'id'], 'duplicate'],
      [['lines', 3, 'to_bus'], 'value_error'],
      [['monitored', 1], 'duplicate'],
      [['slack_bus'], 'unknown_element'],
    ]);
    const same = [0.1, -0.1].map((x_pu, i) => ({ id: `P${i}`, from_bus: 1, to_bus: 2, x_pu }));
    assert.deepEqual(places((await lodf({ lines: same })).body), [[['lines'], 'value_error']]);
    assert.deepEqual(places((await lodf({ lines: [] })).body), [[['lines'], 'too_short']]);
    assert.deepEqual(places((await ptdf({})).body), [[['lines'], 'missing']]);
    assert.equal((await lodf({ lines, outages: ['none'] })).status, 422);
  });
  it('refuse an answer that would be too long', async () => {
    const many = randomLines(1, 1200);
    await server.close();
    server = await startSolverServer({ maxBodyMb: 8 });
    assert.deepEqual(places((await ptdf({ lines: many })).body), [[['monitored'], 'too_long']]);
    assert.deepEqual(places((await lodf({ lines: many })).body), [[['outages'], 'too_long']]);
    const { status } = await ptdf({ lines: many, monitored: ['L5'] });
    assert.equal(status, 200);
  });
});
