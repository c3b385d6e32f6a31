/** What jobs ask of the stores, and leave in them. */
import type { Client } from '@temporalio/client';
import type { Db } from 'mongodb';

/** What the primary has done since it started, and what it keeps. */
export interface StoreWork {
  readonly reads: number;
  readonly writes: number;
  readonly transactions: number;
  readonly logBytes: number;
  /** Data and indexes, uncompressed. */
  readonly keptBytes: number;
}

export async function storeWork(db: Db): Promise<StoreWork> {
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

export const workPer = (items: number, before: StoreWork, after: StoreWork): StoreWork => ({
  reads: (after.reads - before.reads) / items,
  writes: (after.writes - before.writes) / items,
  transactions: (after.transactions - before.transactions) / items,
  logBytes: (after.logBytes - before.logBytes) / items,
  keptBytes: (after.keptBytes - before.keptBytes) / items,
});

/** What Temporal keeps of a closed workflow, and how often it wrote to get there. */
export async function keptOf(temporal: Client, workflowId: string) {
  const { raw, historyLength, historySize } = await temporal.workflow.getHandle(workflowId).describe();
  return {
    events: historyLength,
    historyBytes: historySize,
    stateTransitions: Number(raw.workflowExecutionInfo?.stateTransitionCount),
  };
}
