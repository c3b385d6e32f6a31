/** The nodes of the Temporal cluster: their tables in PostgreSQL, their configuration, and their readiness. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureSearchAttributes } from '../../temporal/namespace.ts';
import { runCommand } from '../../workers/local/plain/run-command.mjs';
import type { StackCommand } from '../../workers/local/stack/run-processes.ts';
import { TASK_ORDER } from '../../workers/local/stack/servers.ts';
import { replaceFile } from '../../workers/local/stack/stack-file.ts';
import { waitUntil } from '../../workers/local/stack/wait-until.ts';
import type { PortOf } from './members.ts';

const HOST = '127.0.0.1';
const PLUGIN = 'postgres12';
const STORES = { temporal: 'temporal', temporal_visibility: 'visibility' } as const;
/** Number of shards, fixed for the life of a cluster; four suffice for one machine. */
const HISTORY_SHARDS = 4;
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;
const RETENTION_MS = 72 * 3_600_000;
/** gRPC status ALREADY_EXISTS. */
const ALREADY_EXISTS = 6;

/** Creates the tables once; the file `marker` records that they exist. */
export async function createTables(sqlTool: string, port: number, marker: string): Promise<void> {
  if (existsSync(marker)) return;
  const create = async (database: keyof typeof STORES): Promise<void> => {
    const where = ['--plugin', PLUGIN, '--ep', HOST, '-p', String(port), '-u', 'postgres', '--db', database];
    const tool = (...args: readonly string[]) => runCommand(sqlTool, [...where, ...args]);
    await waitUntil('PostgreSQL', async () => {
      await tool('create-database');
      return true;
    });
    await tool('setup-schema', '-v', '0.0');
    await tool('update-schema', '--schema-name', `postgresql/v12/${STORES[database]}`);
  };
  await Promise.all([create('temporal'), create('temporal_visibility')]);
  await writeFile(marker, '');
}

/** Writes the configuration of a node; JSON is valid YAML. */
export async function temporalNode(
  server: string,
  name: string,
  dataFolder: string,
  portOf: PortOf,
): Promise<StackCommand> {
  const dynamic = join(dataFolder, 'temporal-dynamic.yaml');
  const config = join(dataFolder, `${name}.yaml`);
  await replaceFile(dynamic, JSON.stringify(dynamicConfig()));
  await replaceFile(config, JSON.stringify(nodeConfig(name, dynamic, portOf)));
  return {
    name,
    command: server,
    args: ['--config-file', config, '--allow-no-auth', 'start'],
    stopMs: 10_000,
  };
}

/** Settings of the development server, as `name=value`. */
const dynamicConfig = () =>
  Object.fromEntries(
    TASK_ORDER.map((setting) => {
      const [name = '', value = ''] = setting.split('=');
      return [name, [{ value: JSON.parse(value) }]];
    }),
  );

function nodeConfig(name: string, dynamic: string, portOf: PortOf) {
  const store = (databaseName: keyof typeof STORES, maxConns: number) => ({
    sql: {
      ...{ pluginName: PLUGIN, databaseName, connectProtocol: 'tcp', user: 'postgres' },
      ...{ connectAddr: `${HOST}:${portOf('postgres')}`, maxConns, maxIdleConns: maxConns },
    },
  });
  const grpcPort = (service: string) => portOf(service === 'frontend' ? name : `${name}/${service}`);
  const rpc = (service: string) => ({
    ...{ grpcPort: grpcPort(service), membershipPort: portOf(`${name}/${service}-membership`) },
    ...{ bindOnLocalHost: true, ...(service === 'frontend' && { httpPort: portOf(`${name}/http`) }) },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      ...{ defaultStore: 'default', visibilityStore: 'visibility', numHistoryShards: HISTORY_SHARDS },
      datastores: { default: store('temporal', 12), visibility: store('temporal_visibility', 4) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: HOST } },
    services: Object.fromEntries(SERVICES.map((service) => [service, { rpc: rpc(service) }])),
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: {
        active: {
          ...{ enabled: true, initialFailoverVersion: 1, rpcName: 'frontend' },
          rpcAddress: `${HOST}:${portOf('temporal-1')}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '10s' },
  };
}

/** Waits until a frontend serves, then creates the namespace and its search attributes unless they exist. */
export const prepareNamespace = (address: string, namespace: string): Promise<void> =>
  waitUntil('Temporal', async () => {
    const connection = await Connection.connect({ address, connectTimeout: '2s' });
    try {
      await connection.withDeadline(Date.now() + 10_000, async () => {
        await registerNamespace(connection, namespace);
        await ensureSearchAttributes(new Client({ connection, namespace }), namespace);
      });
      return true;
    } finally {
      await connection.close();
    }
  });

async function registerNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(RETENTION_MS),
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
  }
}
