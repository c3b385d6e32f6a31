import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { choosePorts } from '../../../../../workers/local/stack/servers.ts';
import { removeFolder, temporaryFolder } from '../../../../support/local-stack.ts';

const NAMES = ['api', 'mongod', 'solver', 'temporal', 'web_ui'];

const listen = (port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));
/** True if the port can be listened on. */
const isFree = (port: number): Promise<boolean> =>
  listen(port, '127.0.0.1').then(
    (server) => close(server).then(() => true),
    () => false,
  );

describe('the ports of a stack', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  it('are free, different, and the same after a restart', async () => {
    const chosen = await choosePorts(folder, { usual: false });
    assert.deepEqual(Object.keys(chosen).sort(), NAMES);
    assert.equal(new Set(Object.values(chosen)).size, NAMES.length);
    for (const port of Object.values(chosen)) assert.ok(await isFree(port));
    assert.deepEqual(await choosePorts(folder), chosen);
  });
  it('are below the ephemeral ports, which another program may get before they are used', async () => {
    const chosen = await choosePorts(folder, { usual: false });
    for (const port of Object.values(chosen)) assert.ok(port >= 20_000 && port < 32_768, `${port}`);
  });
  it('are the usual ones wherever those are free', async () => {
    const chosen = await choosePorts(folder);
    const usual = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27017 };
    for (const [name, port] of Object.entries(usual))
      assert.ok(chosen[name as keyof typeof chosen] === port || !(await isFree(port)), name);
  });
  it('are those that settings say, which are not kept', async () => {
    const before = await choosePorts(folder, { usual: false });
    const other = await choosePorts(await temporaryFolder(), { usual: false });
    const env = { API_PORT: String(other.api), SOLVER_PORT: String(other.solver) };
    const { api, solver } = other;
    assert.deepEqual(await choosePorts(folder, { env }), { ...before, api, solver });
    assert.deepEqual(await choosePorts(folder, { env: { API_PORT: '', SOLVER_PORT: '0' } }), before);
    // A port that a setting names is given to no other process.
    const swapped = await choosePorts(folder, { env: { API_PORT: String(before.mongod) } });
    assert.equal(swapped.api, before.mongod);
    assert.notEqual(swapped.mongod, before.mongod);
  });
  it('are refused if a setting has a used or invalid one', async () => {
    const { api } = await choosePorts(folder, { usual: false });
    const stranger = await listen(api, '127.0.0.1');
    try {
      await assert.rejects(choosePorts(folder, { env: { API_PORT: String(api) } }), /of API_PORT is taken/);
    } finally {
      await close(stranger);
    }
    for (const port of ['80000', '1.5', 'eighty'])
      assert.throws(() => choosePorts(folder, { env: { API_PORT: port } }), /API_PORT must be a port/);
  });
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`make way for a program that listens on ${host}, and only those`, async () => {
      const before = await choosePorts(folder, { usual: false });
      const stranger = await listen(before.api, host);
      const after = await choosePorts(folder);
      await close(stranger);
      assert.notEqual(after.api, before.api);
      assert.deepEqual({ ...after, api: 0 }, { ...before, api: 0 });
    });
  }
});
