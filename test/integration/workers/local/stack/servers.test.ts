/** The servers of the local stack, started besides the stack of the tests. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import getPort from 'get-port';
import { MongoClient } from 'mongodb';
import { acquireMongod } from '../../../../../workers/local/acquire/mongod.ts';
import { acquireTemporal } from '../../../../../workers/local/acquire/temporal.ts';
import {
  type StackCommand,
  type Supervised,
  supervise,
} from '../../../../../workers/local/stack/run-processes.ts';
import * as servers from '../../../../../workers/local/stack/servers.ts';
import { inTemporaryFolder } from '../../../../support/local-stack.ts';

/** Environment without the addresses of the running servers, so that the commands are searched. */
const env = { ...process.env, MONGODB_URI: '', TEMPORAL_ADDRESS: '' };
const ignore = { onStart: () => undefined, say: () => undefined };

/** Runs `use` while the process runs. */
async function running(
  spec: StackCommand,
  folder: string,
  use: (child: Supervised) => Promise<void>,
): Promise<void> {
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
      const [first, second] = [await getPort(), await getPort()];
      await running(servers.mongodProcess(found.command ?? '', first, folder), folder, async (mongod) => {
        await servers.prepareMongod(first);
        await withJobs(first, (ids) => assert.deepEqual(ids, ['a']), 'a');
        mongod.kill();
        await servers.prepareMongod(first);
        await withJobs(first, (ids) => assert.deepEqual(ids, ['a', 'b']), 'b');
      });
      await running(servers.mongodProcess(found.command ?? '', second, folder), folder, async () => {
        await servers.prepareMongod(second);
        await withJobs(second, (ids) => assert.deepEqual(ids, ['a', 'b', 'c']), 'c');
      });
    }));
});

describe('the local Temporal server', function () {
  this.timeout(60_000);

  it('starts with the search attributes of the service and a Web UI, and again after a SIGKILL', () =>
    inTemporaryFolder(async (folder) => {
      const { found } = await acquireTemporal({ env });
      const ports = { temporal: await getPort(), web_ui: await getPort() };
      const address = `127.0.0.1:${ports.temporal}`;
      const namespace = 'default';
      await running(servers.temporalProcess(found.command ?? '', ports, folder), folder, async (temporal) => {
        await servers.prepareTemporal(found.command ?? '', address);
        temporal.kill();
        await servers.prepareTemporal(found.command ?? '', address);
        const connection = await Connection.connect({ address });
        const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
        await connection.close();
        for (const name of ['JobType', 'JobStatus', 'Solver', 'UserId', 'ScenarioId', 'ExperimentId'])
          assert(name in customAttributes, `${name} is missing`);
        assert.equal((await fetch(`http://127.0.0.1:${ports.web_ui}`)).status, 200);
      });
    }));
});
