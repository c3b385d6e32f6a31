/** Load on the stores of a stack, and the data that jobs leave in them, read from the stores themselves. */
import { Client, Connection } from '@temporalio/client';
import type { Db } from 'mongodb';
import { connectMongo } from '../../../mongo/connect.ts';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';

export const databaseOf = ({ mongodb_uri }: StackFile): Db =>
  connectMongo({
    MONGODB_URI: mongodb_uri,
    MONGODB_DATABASE: process.env['MONGODB_DATABASE'] || 'grid_optimization',
  }).db;

export async function temporalOf({ temporal_address: address }: StackFile): Promise<Client> {
  const namespace = process.env['TEMPORAL_NAMESPACE'] ?? 'default';
  return new Client({ connection: await Connection.connect({ address }), namespace });
}

/** Operations of the primary since its start, and the size of data and indexes, uncompressed. */
export async function storeWork(db: Db) {
  const { opcounters, transactions, wiredTiger } = await db.admin().serverStatus();
  const { dataSize, indexSize } = await db.stats();
  return {
    reads: opcounters.query + opcounters.getmore,
    writes: opcounters.insert + opcounters.update + opcounters.delete,
    transactions: Number(transactions.totalCommitted),
    logBytes: wiredTiger.log['log bytes written'],
    keptBytes: dataSize + indexSize,
  };
}

type StoreWork = Readonly<Record<string, number>>;

export const workPer = (items: number, before: StoreWork, after: StoreWork): StoreWork =>
  Object.fromEntries(
    Object.entries(after).map(([what, value]) => [what, (value - (before[what] ?? 0)) / items]),
  );

/** Size of the record that Temporal keeps of a closed workflow, and the number of state transitions written. */
export async function keptOf(temporal: Client, workflowId: string) {
  const { raw, historyLength, historySize } = await temporal.workflow.getHandle(workflowId).describe();
  return {
    events: historyLength,
    historyBytes: historySize,
    stateTransitions: Number(raw.workflowExecutionInfo?.stateTransitionCount),
  };
}
