/** Judges the stores after a storm: all accepted work must have ended once, be verified, and be audited. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Document } from 'mongodb';
import type { AuditDocument } from '../../../mongo/audit-entry.ts';
import { connectMongo } from '../../../mongo/connect.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import { parseSettings, temporalSettings } from '../../../temporal/settings.ts';
import { SOLVE } from '../callers/api-client.ts';
import { persist } from '../callers/persist.ts';
import { load } from '../load.ts';
import type { AnyStack, Done } from './work.ts';

export interface Verdict {
  /** Ids of accepted work that did not complete, including parts of experiments and executions. */
  readonly lost: readonly string[];
  /** Ids of work that is stored although no answer accepted it, is stored twice, or had two runs of its workflow. */
  readonly twice: readonly string[];
  /** Ids of results without a certificate in which all checks hold. */
  readonly unverified: readonly string[];
  /** Ids of work that does not have exactly one audit entry for its submission and one for its end. */
  readonly unaudited: readonly string[];
  readonly isChainValid: boolean;
  /** Number of solves with a verified result, including parts. */
  readonly verified: number;
}

const DATABASE = 'grid_optimization';
/** Time in which the sweep runs at least twice, ms. */
const SWEPT_MS = 60_000;
const AT_ONCE = 4;
/** Maximum number of characters of an unexpected reply that are shown. */
const SHOWN = 300;
const KINDS = [
  { work: 'solve', collection: 'jobs', key: 'job_id' },
  { work: 'experiment', collection: 'experiments', key: 'experiment_id' },
  { work: 'execution', collection: 'executions', key: 'execution_id' },
] as const;

interface Stored extends Document {
  readonly _id: string;
  readonly status: string;
  readonly finished_at: Date | null;
  readonly parent?: object | null;
  readonly experiment_id?: string | null;
}

/** Judges a storm. `ends`: times at which work ended, ms since 1970, in order. */
export async function judge(
  { stack, admin }: AnyStack,
  done: readonly Done[],
): Promise<{ verdict: Verdict; ends: readonly number[] }> {
  const mongo = connectMongo({ MONGODB_URI: stack.mongodb_uri, MONGODB_DATABASE: DATABASE });
  try {
    const jobs = await all(mongo.db, 'jobs');
    const [lost, twice]: [string[], string[]] = [[], []];
    const ends: number[] = [];
    for (const { work, collection } of KINDS) {
      const accepted = new Set(done.filter((one) => one.work === work).map(({ id }) => id));
      const stored = await all(mongo.db, collection);
      const topLevel = stored.filter(
        ({ parent, experiment_id }) => !parent && !(work === 'execution' && experiment_id),
      );
      lost.push(...[...accepted].filter((id) => !topLevel.some(({ _id }) => _id === id)));
      lost.push(...stored.filter(({ status }) => status !== 'completed').map(({ _id }) => _id));
      twice.push(...topLevel.filter(({ _id }) => !accepted.has(_id)).map(({ _id }) => _id));
      ends.push(...stored.flatMap(({ finished_at }) => finished_at?.getTime() ?? []));
    }
    lost.push(...done.filter(({ status }) => status !== 'completed').map(({ id }) => id));
    const unverified: string[] = [];
    await load({ count: jobs.length, clients: AT_ONCE }, async (n) => {
      const id = jobs[n]?._id;
      const { body, status } = await persist(() =>
        admin.request<{ certificate?: { verified?: boolean } }>('GET', `${SOLVE}/${id}/results`),
      );
      if (body.certificate?.verified !== true)
        unverified.push(`${id}: ${status} ${JSON.stringify(body).slice(0, SHOWN)}`);
    });
    const chain = await persist(() => admin.request<{ valid: boolean }>('GET', '/api/audit/verify'));
    const verdict = {
      ...{ lost, unverified, twice: [...twice, ...(await runTwice(stack.temporal_address))] },
      unaudited: await unaudited(mongo.db, done),
      isChainValid: chain.body.valid,
      verified: jobs.length - unverified.length,
    };
    return { verdict, ends: ends.sort((a, b) => a - b) };
  } finally {
    await mongo.close();
  }
}

const all = (db: Db, collection: string): Promise<Stored[]> =>
  db.collection<Stored>(collection).find().toArray() as Promise<Stored[]>;

/** Ids of workflows that ran more than once, or were ended from outside. */
async function runTwice(address: string): Promise<string[]> {
  const temporal = connectTemporal(parseSettings(temporalSettings, { TEMPORAL_ADDRESS: address }), 'storm');
  const runsById = new Map<string, number>();
  try {
    const query = "WorkflowType IN ('solve', 'experiment', 'execution')";
    for await (const { workflowId, status } of temporal.client.workflow.list({ query }))
      runsById.set(workflowId, (runsById.get(workflowId) ?? 0) + (status.name === 'COMPLETED' ? 1 : 2));
  } finally {
    await temporal.close();
  }
  return [...runsById].filter(([, runs]) => runs > 1).map(([id]) => id);
}

/** Ids whose audit entries are still missing after the sweep, which appends entries that a kill prevented. */
async function unaudited(db: Db, done: readonly Done[]): Promise<string[]> {
  for (const end = Date.now() + SWEPT_MS; ; await delay(1000)) {
    const wrong: string[] = [];
    for (const { work, key } of KINDS) {
      const entries = await countEntries(db, work, key);
      for (const { id } of done.filter((one) => one.work === work))
        if (entries.get(id) !== 'completed, submitted') wrong.push(`${id}: ${entries.get(id)}`);
    }
    if (wrong.length === 0 || Date.now() > end) return wrong;
  }
}

/** Id -> types of its audit entries. */
async function countEntries(db: Db, work: string, key: string): Promise<Map<string, string>> {
  const entries = await db
    .collection<AuditDocument>('audit')
    .find({
      event_type: { $in: ['submitted', 'completed', 'failed', 'cancelled'].map((end) => `${work}_${end}`) },
    })
    .toArray();
  const eventsById = new Map<string, string[]>();
  for (const { event_type, details } of entries) {
    const id = String(details[key]);
    eventsById.set(id, [...(eventsById.get(id) ?? []), String(event_type).slice(work.length + 1)]);
  }
  return new Map([...eventsById].map(([id, types]) => [id, types.sort().join(', ')]));
}
