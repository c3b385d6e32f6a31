import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { local, removeFolder, temporaryFolder } from '../../../support/local-stack.ts';

interface Module {
  choosePorts(folder: string, options?: { usual?: boolean }): Promise<Record<string, number>>;
  isFree(port: number): Promise<number | undefined>;
}

const NAMES = ['api', 'mongod', 'solver', 'temporal', 'web_ui'];

const listen = (port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

describe('the ports of a stack', () => {
  let folder: string;
  let ports: Module;
  beforeEach(async () => {
    folder = await temporaryFolder();
    ports = await local<Module>('ports.mjs');
  });
  afterEach(() => removeFolder(folder));

  it('are free, different, and the same after a restart', async () => {
    const chosen = await ports.choosePorts(folder, { usual: false });
    assert.deepEqual(Object.keys(chosen).sort(), NAMES);
    assert.equal(new Set(Object.values(chosen)).size, NAMES.length);
    for (const port of Object.values(chosen)) assert.equal(await ports.isFree(port), port);
    assert.deepEqual(await ports.choosePorts(folder), chosen);
  });
  it('are below those that a system hands out, which somebody else may get before they are used', async () => {
    const chosen = await ports.choosePorts(folder, { usual: false });
    for (const port of Object.values(chosen)) assert.ok(port >= 20_000 && port < 32_768, `${port}`);
  });
  it('are the usual ones wherever those are free', async () => {
    const chosen = await ports.choosePorts(folder);
    const usual = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27017 };
    for (const [name, port] of Object.entries(usual))
      assert.ok(chosen[name] === port || (await ports.isFree(port)) === undefined, `${name} ${chosen[name]}`);
  });
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`make way for somebody who listens on ${host}, and only those`, async () => {
      const before = await ports.choosePorts(folder, { usual: false });
      const stranger = await listen(before['api'] ?? 0, host);
      const after = await ports.choosePorts(folder);
      await close(stranger);
      assert.notEqual(after['api'], before['api']);
      assert.deepEqual({ ...after, api: 0 }, { ...before, api: 0 });
    });
  }
});
