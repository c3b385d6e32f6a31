/** The servers of the local stack, started beside the stack of the tests. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { localModule } from '../support/local-module.ts';
import { inTemporaryFolder } from '../support/temporary-folder.ts';

type Env = Record<string, string | undefined>;
type Acquire = (options: { env: Env }) => Promise<{ found: { command: string } }>;
type Spec = { name: string; command: string; args: string[] };
type Child = { stop(): Promise<void>; kill(): void };

const { acquireMongod } = await localModule<{ acquireMongod: Acquire }>('acquire-mongod');
const { acquireTemporal } = await localModule<{ acquireTemporal: Acquire }>('acquire-temporal');
const { supervise } = await localModule<{
  supervise: (spec: Spec & { env: Env; log: string }, watch: object) => Child;
}>('supervise');
const servers = await localModule<{
  mongodProcess: (command: string, port: number, folder: string) => Spec;
  mongodUri: (port: number) => string;
  prepareMongod: (port: number) => Promise<void>;
  temporalProcess: (command: string, ports: { temporal: number; web_ui: number }, folder: string) => Spec;
  prepareTemporal: (command: string, address: string) => Promise<void>;
}>('servers');
const { isFree } = await localModule<{ isFree: (port: number) => Promise<number> }>('ports');

/** Without the addresses of the running servers, so that the commands are looked for. */
const env: Env = { ...process.env, MONGODB_URI: '', TEMPORAL_ADDRESS: '' };
const ignore = { onStart: () => undefined, say: () => undefined };

/** Runs `use` while the process runs. */
async function running(spec: Spec, folder: string, use: (child: Child) => Promise<void>): Promise<void> {
  const child = supervise({ ...spec, env, log: join(folder, 'log') }, ignore);
  try {
    await use(child);
  } finally {
    await child.stop();
  }
}

async function withJobs(port: number, use: (ids: string[]) => void, insert?: string): Promise<void> {
  const client = new MongoClient(servers.mongodUri(port));
  try {
    const jobs = client.db('test').collection<{ _id: string }>('jobs');
    if (insert) await jobs.insertOne({ _id: insert }, { writeConcern: { w: 'majority', j: true } });
    use((await jobs.find().toArray()).map(({ _id }) => _id));
  } finally {
    await client.close();
  }
}

describe('the local MongoDB', function () {
  this.timeout(60_000);

  it('keeps acknowledged writes over a SIGKILL and over a change of its port', () =>
    inTemporaryFolder(async (folder) => {
      const { found } = await acquireMongod({ env });
      const [first, second] = [await isFree(0), await isFree(0)];
      await running(servers.mongodProcess(found.command, first, folder), folder, async (mongod) => {
        await servers.prepareMongod(first);
        await withJobs(first, (ids) => assert.deepEqual(ids, ['a']), 'a');
        mongod.kill();
        await servers.prepareMongod(first);
        await withJobs(first, (ids) => assert.deepEqual(ids, ['a', 'b']), 'b');
      });
      await running(servers.mongodProcess(found.command, second, folder), folder, async () => {
        await servers.prepareMongod(second);
        await withJobs(second, (ids) => assert.deepEqual(ids, ['a', 'b', 'c']), 'c');
      });
    }));
});

describe('the local Temporal server', function () {
  this.timeout(60_000);

  it('comes up with the search attributes of the service and a Web UI, and again after a SIGKILL', () =>
    inTemporaryFolder(async (folder) => {
      const { found } = await acquireTemporal({ env });
      const ports = { temporal: await isFree(0), web_ui: await isFree(0) };
      const address = `127.0.0.1:${ports.temporal}`;
      const namespace = 'default';
      await running(servers.temporalProcess(found.command, ports, folder), folder, async (temporal) => {
        await servers.prepareTemporal(found.command, address);
        temporal.kill();
        await servers.prepareTemporal(found.command, address);
        const connection = await Connection.connect({ address });
        const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
        await connection.close();
        for (const name of ['JobType', 'JobStatus', 'Solver', 'UserId', 'ScenarioId', 'ExperimentId'])
          assert(name in customAttributes, `${name} is missing`);
        assert.equal((await fetch(`http://127.0.0.1:${ports.web_ui}`)).status, 200);
      });
    }));
});
