/** Webhooks: the addresses that are told of events, with the secrets that sign what they are told. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { PayloadJson } from '../temporal/codec.ts';
import type { Delivery } from '../temporal/deliveries.ts';
import { type DeliveryRecord, newDelivery } from './deliveries.ts';
import type { CollectionIndexes } from './indexes.ts';
import { freePlace } from './places.ts';
import type { Transaction } from './transaction.ts';

export const WEBHOOK_EVENTS = [
  'job.ended',
  'job.infeasible',
  'experiment.ended',
  'run.ended',
  'run.infeasible',
  'schedule.missed',
] as const;
type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface WebhookSecret {
  readonly sealed: PayloadJson;
  /** Null: the present one; else a former one that signs, too, until then. */
  readonly expires_at: Date | null;
}

interface WebhookChange {
  readonly url: string;
  readonly name: string;
  readonly events: readonly WebhookEvent[];
}

export interface WebhookRecord extends WebhookChange {
  /** UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  /** Newest first, at most two. */
  readonly secrets: readonly WebhookSecret[];
  /** Null while it is told of events. */
  readonly disabled_at: Date | null;
  readonly disabled_reason: string | null;
  /** The first failure since the last success. */
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

interface WebhookDocument extends WebhookRecord {
  readonly place: number;
}

/** Something that happened, under each name that it has. */
export interface Announcement {
  readonly types: readonly WebhookEvent[];
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

export const webhookIndexes: CollectionIndexes = {
  collection: 'webhooks',
  indexes: [{ key: { user_id: 1, place: 1 }, unique: true, name: 'place' }],
};

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(db: Db) {
  const webhooks = db.collection<WebhookDocument>('webhooks');
  const deliveries = db.collection<DeliveryRecord>('webhook_deliveries');
  return {
    /** Within a transaction, which is tried again when another took the place meanwhile. */
    async insert(record: WebhookRecord, most: number, tx: Transaction): Promise<boolean> {
      const place = freePlace(await webhooks.find({ user_id: record.user_id }, tx).toArray(), most);
      if (place !== undefined) await webhooks.insertOne({ ...record, place }, tx);
      return place !== undefined;
    },
    find: (userId: string, id: string): Promise<WebhookRecord | null> =>
      webhooks.findOne({ _id: id, user_id: userId }),
    findById: (id: string): Promise<WebhookRecord | null> => webhooks.findOne({ _id: id }),
    /** Oldest first. */
    list: (userId: string): Promise<WebhookRecord[]> =>
      webhooks.find({ user_id: userId }).sort({ created_at: 1 }).toArray(),
    /** Null when the user has none of this id. */
    change: (
      userId: string,
      id: string,
      fields: Partial<Omit<WebhookRecord, '_id' | 'user_id'>>,
      tx: Transaction,
    ): Promise<WebhookRecord | null> =>
      webhooks.findOneAndUpdate(
        { _id: id, user_id: userId },
        { $set: fields },
        { returnDocument: 'after', ...tx },
      ),
    async delete(userId: string, id: string, tx: Transaction): Promise<WebhookRecord | null> {
      const record = await webhooks.findOneAndDelete({ _id: id, user_id: userId }, tx);
      if (record) await deliveries.deleteMany({ webhook_id: id }, tx);
      return record;
    },
    async markWorking(id: string): Promise<void> {
      await webhooks.updateOne({ _id: id, failing_since: { $ne: null } }, { $set: { failing_since: null } });
    },
    /** Resolves to when its failures began. */
    async markFailing(id: string, at: Date): Promise<Date> {
      await webhooks.updateOne({ _id: id, failing_since: null }, { $set: { failing_since: at } });
      return (await webhooks.findOne({ _id: id }))?.failing_since ?? at;
    },
    async disable(id: string, reason: string, at: Date): Promise<void> {
      const change = { $set: { disabled_at: at, disabled_reason: reason } };
      await webhooks.updateOne({ _id: id, disabled_at: null }, change);
    },
    /** Stores with an event what is to be sent of it, to each webhook that wants it: both are there, or neither. */
    async announce(
      userId: string,
      event: Announcement,
      expiresAt: Date,
      tx: Transaction,
    ): Promise<Delivery[]> {
      const wanted = { user_id: userId, disabled_at: null, events: { $in: [...event.types] } };
      const records = (await webhooks.find(wanted, tx).toArray()).flatMap((webhook) =>
        event.types
          .filter((type) => webhook.events.includes(type))
          .map((type) => newDelivery(randomUUID(), webhook, type, event, expiresAt)),
      );
      if (records.length > 0) await deliveries.insertMany(records, tx);
      return records.map(({ _id, round, user_id }) => ({ deliveryId: _id, round, userId: user_id }));
    },
  };
}
