/** Deliveries to webhooks: what is sent, how far it is, and what the receiver answered last. */
import type { Db } from 'mongodb';
import type { Delivery } from '../temporal/deliveries.ts';
import type { CollectionIndexes } from './indexes.ts';
import type { Announcement, WebhookRecord } from './webhooks.ts';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export interface DeliveryRecord {
  /** UUID v4; the `webhook-id` of all its attempts. */
  readonly _id: string;
  readonly webhook_id: string;
  readonly user_id: string;
  readonly type: string;
  /** JSON, as it is signed and sent. */
  readonly body: string;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  /** Counts repetitions that were asked for, from 1; each has a workflow. */
  readonly round: number;
  /** The workflow of the round was seen to start; false = the sweep must look. */
  readonly workflow_started: boolean;
  readonly attempts: number;
  readonly last_attempt_at: Date | null;
  /** HTTP status of the last answer; null where there was none. */
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

interface Attempt {
  readonly status: DeliveryRecord['status'];
  readonly at: Date;
  readonly answered: number | null;
  readonly error: string | null;
}

export const deliveryIndexes: CollectionIndexes = {
  collection: 'webhook_deliveries',
  indexes: [
    { key: { webhook_id: 1, created_at: -1 }, name: 'newest' },
    { key: { created_at: 1 }, partialFilterExpression: { workflow_started: false }, name: 'unstarted' },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

export const newDelivery = (
  id: string,
  { _id: webhook_id, user_id }: Pick<WebhookRecord, '_id' | 'user_id'>,
  type: string,
  { at, data }: Pick<Announcement, 'at' | 'data'>,
  expires_at: Date,
): DeliveryRecord => ({
  _id: id,
  webhook_id,
  user_id,
  type,
  body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
  status: 'waiting',
  round: 1,
  workflow_started: false,
  attempts: 0,
  last_attempt_at: null,
  last_status: null,
  last_error: null,
  created_at: at,
  expires_at,
});

export type DeliveryRecords = ReturnType<typeof createDeliveryRecords>;

export function createDeliveryRecords(db: Db) {
  const deliveries = db.collection<DeliveryRecord>('webhook_deliveries');
  return {
    async insert(record: DeliveryRecord): Promise<void> {
      await deliveries.insertOne(record);
    },
    find: (id: string): Promise<DeliveryRecord | null> => deliveries.findOne({ _id: id }),
    /** Newest first. */
    async list(webhookId: string, limit: number, offset: number) {
      const ofWebhook = { webhook_id: webhookId };
      const [page, total] = await Promise.all([
        deliveries.find(ofWebhook).sort({ created_at: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
        deliveries.countDocuments(ofWebhook),
      ]);
      return { deliveries: page, total };
    },
    /** One that is still on its way is not repeated: null, as when there is none. */
    repeat: (webhookId: string, id: string, expiresAt: Date): Promise<DeliveryRecord | null> =>
      deliveries.findOneAndUpdate(
        { _id: id, webhook_id: webhookId, status: { $ne: 'waiting' } },
        { $set: { status: 'waiting', workflow_started: false, expires_at: expiresAt }, $inc: { round: 1 } },
        { returnDocument: 'after' },
      ),
    async noteAttempt(id: string, { status, at, answered, error }: Attempt): Promise<void> {
      const last = { last_attempt_at: at, last_status: answered, last_error: error };
      await deliveries.updateOne(
        { _id: id },
        { $set: { status, workflow_started: true, ...last }, $inc: { attempts: 1 } },
      );
    },
    /** Ends a round that is still waiting, for the reason that its last attempt has. */
    async giveUp(id: string, round: number): Promise<void> {
      await deliveries.updateOne({ _id: id, round, status: 'waiting' }, { $set: { status: 'failed' } });
    },
    async unstarted(before: Date, limit: number): Promise<Delivery[]> {
      const found = deliveries.find({ workflow_started: false, created_at: { $lt: before } }).limit(limit);
      return (await found.toArray()).map(({ _id, round, user_id }) => ({
        deliveryId: _id,
        round,
        userId: user_id,
      }));
    },
    async markStarted({ deliveryId, round }: Delivery): Promise<void> {
      await deliveries.updateOne({ _id: deliveryId, round }, { $set: { workflow_started: true } });
    },
  };
}
