/**
 * The solves of an execution, one record each: hours, job and, once the window is closed, totals of the kept hours and
 * the state in which the next window begins. An execution resumes after the last closed window. A separate collection
 * stores the part of each window that reports add up. A run may have further chains of windows: each is stored under
 * its own key, `chainKey`, which can replace an execution id everywhere here.
 *
 * @module
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary, type Collection, type Db } from 'mongodb';
import type { BindingLimit } from '../temporal/case/messages/connection.ts';
import type { EndedAlike } from '../temporal/case/messages/outcome.ts';
import type { TerminationStatus } from '../temporal/case/messages/result.ts';
import type { DayTotals, HourlyTotals, RollingState } from '../temporal/case/messages/rolling.ts';
import type { WindowPart } from '../temporal/case/messages/window-part.ts';
import type { CollectionIndexes } from './indexes.ts';
import { byOwner, withSize } from './stored-bytes.ts';
import { createWindowChains, withChains } from './window-chains.ts';

interface StoredPart {
  /** Id of the window. */
  readonly _id: string;
  readonly execution_id: string;
  readonly index: number;
  /** Part as gzipped JSON; some kB for a day of 158 units. */
  readonly data: Binary;
  readonly expires_at?: Date;
}

export const windowPartIndexes: CollectionIndexes = {
  collection: 'window_parts',
  indexes: [
    { key: { execution_id: 1, index: 1 }, unique: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Store of window parts, whose figures reports add up. Parts are gzipped, so that a year is read within a second. */
function createWindowParts(db: Db) {
  const parts = db.collection<StoredPart>('window_parts');
  return {
    collection: parts,
    /** Writes a part; an existing part is replaced. */
    async put(executionId: string, index: number, part: WindowPart, expiresAt?: Date): Promise<void> {
      const data = new Binary(await pack(JSON.stringify(part), { level: 1 }));
      const stored = { execution_id: executionId, index, data, ...(expiresAt && { expires_at: expiresAt }) };
      await parts.updateOne({ _id: `${executionId}/${index}` }, { $set: stored }, { upsert: true });
    },
    /** The parts that exist, in order, read on demand. */
    async *all(executionId: string): AsyncGenerator<{ readonly index: number; readonly part: WindowPart }> {
      for await (const { index, data } of parts.find({ execution_id: executionId }).sort({ index: 1 }))
        yield { index, part: JSON.parse((await unpack(data.buffer)).toString('utf8')) };
    },
  };
}

interface EndedGroup {
  readonly _id: { readonly key: string; readonly cause: TerminationStatus; readonly isSolved: boolean };
  readonly parts: number;
  /** Largest gap of the windows; infinite if a window has no bound. */
  readonly gap: number;
}

/** Result of a solved window. */
export interface WindowOutcome {
  readonly termination_status: TerminationStatus;
  readonly solve_time_s: number;
  readonly mip_gap: number | null;
  /** Totals of the kept hours; null without a schedule. */
  readonly totals: DayTotals | null;
  /** Load and price of the kept hours; null without a schedule; absent in records older than this field. */
  readonly hourly?: HourlyTotals | null;
  /** State of the units at the end of the kept hours; null without a schedule. */
  readonly state: RollingState | null;
  /** Reason why there is no schedule; null if there is one. */
  readonly message: string | null;
  /** Warnings of the result; absent without warnings, and in records older than this field. */
  readonly warnings?: readonly string[];
  /** Most power of a new connection in each kept hour, MW, and the limits that bind; in runs that ask for it. */
  readonly most?: { readonly mw: readonly number[]; readonly binding: readonly BindingLimit[] };
}

export interface WindowRecord {
  /** Id of the record, `<execution id>/<index>`. */
  readonly _id: string;
  /** Key of the chain to which the window belongs. */
  readonly execution_id: string;
  /** Index of the window, 0-based. */
  readonly index: number;
  /** First hour of the window, as a position in the whole horizon, 0-based. */
  readonly start_hour: number;
  /** Number of hours that are kept; the hours after them are look-ahead. */
  readonly kept_hours: number;
  readonly job_id: string;
  /** Renewable -> energy that earlier windows used from the budget of the period in which this window begins, MWh. */
  readonly used_mwh?: Readonly<Record<string, number>>;
  /** Cyclic storage -> energy before the first window of the run, MWh. */
  readonly first_mwh?: Readonly<Record<string, number>>;
  /** True if units are committed anew, although the run keeps the commitment of another. */
  readonly anew?: true;
  /** Result of the window; null until the window is closed. */
  readonly outcome: WindowOutcome | null;
  readonly expires_at?: Date;
}

/** A closed window without the outputs and the state of its units. */
export interface WindowHead extends Omit<WindowRecord, 'outcome'> {
  readonly outcome: Omit<WindowOutcome, 'totals' | 'hourly' | 'state'> & {
    readonly totals: Omit<DayTotals, 'generation_mwh' | 'starts'> | null;
  };
}

const HEAD = {
  'outcome.state': 0,
  'outcome.hourly': 0,
  'outcome.totals.generation_mwh': 0,
  'outcome.totals.starts': 0,
} as const;

export const windowIndexes: CollectionIndexes = {
  collection: 'windows',
  indexes: [
    { key: { execution_id: 1, index: 1 }, unique: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

/** Id of the record of a window. */
const one = (executionId: string, index: number): string => `${executionId}/${index}`;

/** Operations on a window before its end. */
function createOpenWindows(windows: Collection<WindowRecord>) {
  return {
    /** Opens a window. Returns the stored record, which may have been stored earlier with another job. */
    async open(window: Omit<WindowRecord, '_id' | 'outcome' | 'expires_at'>): Promise<WindowRecord> {
      const _id = one(window.execution_id, window.index);
      const record = { ...window, _id, outcome: null };
      await windows.updateOne({ _id }, { $setOnInsert: record }, { upsert: true });
      return (await windows.findOne({ _id })) ?? record;
    },
    /** Gives an open window another job, which commits units anew. */
    async recommit(executionId: string, index: number, job_id: string): Promise<void> {
      const _id = one(executionId, index);
      await windows.updateOne({ _id, outcome: null }, { $set: { job_id, anew: true } });
    },
    /** Closes a window once; a window that is closed already is left unchanged. */
    async close(executionId: string, index: number, outcome: WindowOutcome): Promise<void> {
      await windows.updateOne({ _id: one(executionId, index), outcome: null }, { $set: { outcome } });
    },
  };
}

export type Windows = ReturnType<typeof createWindows>;

export function createWindows(db: Db) {
  const windows = db.collection<WindowRecord>('windows');
  const parts = createWindowParts(db);
  const closed = (executionId: string) => ({ execution_id: executionId, outcome: { $ne: null } });
  return {
    ...createWindowChains(db),
    ...createOpenWindows(windows),
    find: (executionId: string, index: number): Promise<WindowRecord | null> =>
      windows.findOne({ _id: one(executionId, index) }),
    countClosed: (executionId: string): Promise<number> => windows.countDocuments(closed(executionId)),
    /** Key of a chain -> its closed windows, grouped by their end. Chains without closed windows are omitted. */
    async ended(keys: readonly string[]): Promise<Map<string, EndedAlike[]>> {
      const $group = {
        _id: {
          key: '$execution_id',
          cause: '$outcome.termination_status',
          isSolved: { $gt: ['$outcome.totals', null] },
        },
        parts: { $sum: 1 },
        gap: { $max: { $ifNull: ['$outcome.mip_gap', Number.POSITIVE_INFINITY] } },
      };
      const groups = await windows
        .aggregate<EndedGroup>([
          { $match: { execution_id: { $in: keys }, outcome: { $ne: null } } },
          { $group },
        ])
        .toArray();
      const ended = new Map<string, EndedAlike[]>();
      for (const { _id, parts, gap } of groups) {
        const alike = {
          parts,
          cause: _id.cause,
          outcome: _id.isSolved ? 'solved' : 'unsolved',
          gap: Number.isFinite(gap) ? gap : null,
        } as const;
        ended.set(_id.key, [...(ended.get(_id.key) ?? []), alike]);
      }
      return ended;
    },
    /** One page of the closed windows, in their order. */
    async list(
      executionId: string,
      limit: number,
      offset: number,
    ): Promise<{ windows: WindowRecord[]; total: number }> {
      const inOrder = windows.find(closed(executionId)).sort({ index: 1 });
      const [page, total] = await Promise.all([
        inOrder.skip(offset).limit(limit).toArray(),
        windows.countDocuments(closed(executionId)),
      ]);
      return { windows: page, total };
    },
    /** The closed windows in their order, read on demand. */
    all: (executionId: string): AsyncIterable<WindowRecord> =>
      windows.find(closed(executionId)).sort({ index: 1 }),
    /** Load and mean price of the kept hours of each closed window with a schedule. */
    async hourly(executionId: string): Promise<(HourlyTotals & { readonly index: number })[]> {
      const cursor = windows.find(closed(executionId), { projection: { index: 1, 'outcome.hourly': 1 } });
      const records = await cursor.sort({ index: 1 }).toArray();
      return records.flatMap(({ index, outcome }) => (outcome?.hourly ? [{ index, ...outcome.hourly }] : []));
    },
    /** All closed windows in their order, a few hundred bytes each. */
    heads: (executionId: string): Promise<WindowHead[]> =>
      windows.find(closed(executionId)).project<WindowHead>(HEAD).sort({ index: 1 }).toArray(),
    putPart: parts.put,
    /** The parts that exist, in their order, read on demand. */
    parts: parts.all,
    /** Starts the retention period of a run's windows, and charges them to its user's quota of stored data. */
    async expire(executionId: string, userId: string, at: Date): Promise<void> {
      for (const of of [windows, parts.collection])
        await of.updateMany(withChains(executionId), withSize({ expires_at: at, user_id: userId }));
    },
  };
}
