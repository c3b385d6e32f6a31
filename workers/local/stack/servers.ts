/** The two servers behind the service: how they are started, and when they are ready. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Admin, MongoClient, MongoServerError } from 'mongodb';
import { searchAttributes } from '../../../temporal/names.ts';
import { runCommand } from '../plain/run-command.mjs';
import type { Ports } from './ports.ts';
import type { ProcessName } from './stack-file.ts';
import type { Command } from './supervise.ts';
import { waitUntil } from './wait-until.ts';

/** A process of the stack before it is given its environment. */
export type StackCommand = Omit<Command, 'name' | 'env' | 'log'> & { readonly name: ProcessName };

export function mongodProcess(command: string, port: number, dataFolder: string): StackCommand {
  const files = join(dataFolder, 'mongod');
  mkdirSync(files, { recursive: true });
  const memory = ['--wiredTigerCacheSizeGB', '0.5'];
  // On one machine it saves nothing, and older servers leak memory to whoever sends broken compressed messages.
  const plain = ['--networkMessageCompressors', 'disabled'];
  const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', files];
  return {
    name: 'mongod',
    command,
    args: [...where, '--replSet', 'rs0', ...memory, ...plain, '--quiet'],
    stopMs: 20_000,
  };
}

export const mongodUri = (port: number): string => `mongodb://127.0.0.1:${port}/?directConnection=true`;

/** Waits for the server and makes it a replica set of one, once. */
export async function prepareMongod(port: number): Promise<void> {
  const config = {
    _id: 'rs0',
    members: [{ _id: 0, host: `127.0.0.1:${port}` }],
    settings: { electionTimeoutMillis: 1000 },
  };
  await waitUntil('MongoDB', async () => {
    // A client whose first connection failed does not recover: each attempt has its own.
    const client = new MongoClient(mongodUri(port), {
      serverSelectionTimeoutMS: 1000,
      connectTimeoutMS: 1000,
    });
    try {
      const { isWritablePrimary, setName } = await client.db('admin').command({ hello: 1 });
      if (!setName) await joinSet(client.db('admin').admin(), config);
      return isWritablePrimary === true;
    } finally {
      await client.close();
    }
  });
}

/** A set whose member had another port is given the new one. */
async function joinSet(admin: Admin, config: object): Promise<void> {
  try {
    await admin.command({ replSetInitiate: config });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.codeName !== 'AlreadyInitialized') throw error;
    const version = Math.floor(Date.now() / 1000);
    await admin.command({ replSetReconfig: { ...config, version }, force: true });
  }
}

/**
 * Tasks of one queue are in the order of their priority only within a partition, of which there are four by default; a
 * task in another one, from before, is still found. Users take turns only when the server is told so.
 */
const TASK_ORDER = ['matching.numTaskqueueWritePartitions=1', 'matching.enableFairness=true'];

export const temporalProcess = (
  command: string,
  { temporal, web_ui }: Pick<Ports, 'temporal' | 'web_ui'>,
  dataFolder: string,
): StackCommand => ({
  name: 'temporal',
  command,
  args: [
    'server',
    'start-dev',
    ...['--ip', '127.0.0.1', '--port', String(temporal), '--ui-port', String(web_ui)],
    ...['--db-filename', join(dataFolder, 'temporal.db'), '--log-level', 'error', '--ui-disable-news-fetch'],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=full'],
    ...TASK_ORDER.flatMap((setting) => ['--dynamic-config-value', setting]),
    ...Object.values(searchAttributes).flatMap(({ name }) => ['--search-attribute', `${name}=Keyword`]),
  ],
});

export const prepareTemporal = (command: string, address: string): Promise<void> =>
  waitUntil('Temporal', async () => {
    await runCommand(command, ['operator', 'cluster', 'health', '--address', address], { deadlineS: 5 });
    return true;
  });
