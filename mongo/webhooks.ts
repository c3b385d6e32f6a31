/**
 * Webhooks: addresses that receive events, with their signing secrets. Deliveries of events are stored together with
 * the change that they announce.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { PayloadJson } from '../temporal/codec.ts';
import type { CollectionIndexes } from './indexes.ts';
import { createSchedules } from './schedules.ts';
import { byOwner, sized } from './stored-bytes.ts';
import type { Transaction } from './transaction.ts';

export const WEBHOOK_EVENTS = [
  'job.ended',
  'experiment.ended',
  'run.ended',
  'study.ended',
  'infeasible',
  'schedule.missed',
] as const;
type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface WebhookRecord {
  /** Id of the webhook, UUID v4. */
  readonly _id: string;
  readonly user_id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** The current secret, then the former one, which also signs until it expires. */
  readonly secrets: readonly { readonly sealed: PayloadJson; readonly expires_at: Date | null }[];
  /** Reason why the webhook is disabled; null while it is enabled. */
  readonly disabled_reason: string | null;
  /** Time of the first failure since the last success. */
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

/** An event, which is sent once for each of its types. */
export interface Announcement {
  readonly types: readonly (WebhookEvent | 'test')[];
  readonly at: Date;
  readonly data: object;
}

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

interface Attempt {
  readonly at: Date;
  /** The answer of the receiver in words. */
  readonly answer: string;
  /** HTTP status of the response; null without a response. */
  readonly code: number | null;
  /** Beginning of the response body. */
  readonly body: string | null;
}

export interface DeliveryRecord {
  /** Id of one delivery and its retries by Temporal, UUID v4. */
  readonly _id: string;
  readonly webhook_id: string;
  readonly user_id: string;
  /** The header `webhook-id`. It stays the same when a user repeats the delivery. */
  readonly message_id: string;
  readonly type: Announcement['types'][number];
  /** Body as the JSON text that is signed and sent. */
  readonly body: string;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  readonly attempts: number;
  /** Outcome of the last attempt, in words. */
  readonly last_answer: string | null;
  /** The newest attempts, oldest first; absent before the first attempt, and in deliveries of older versions. */
  readonly tries?: readonly Attempt[];
  /** Time of the next attempt; null after the last attempt. */
  readonly next_attempt_at?: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export const MAX_WEBHOOKS = 10;
/** Maximum number of deliveries that the workflow `sweep` starts at once. */
const MOST_UNTRIED = 200;

export const webhookIndexes: CollectionIndexes = {
  collection: 'webhooks',
  indexes: [{ key: { user_id: 1, created_at: 1 } }],
};
export const deliveryIndexes: CollectionIndexes = {
  collection: 'webhook_deliveries',
  indexes: [
    { key: { webhook_id: 1, created_at: -1 } },
    { key: { created_at: 1 }, partialFilterExpression: { attempts: 0 }, name: 'untried' },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    byOwner,
  ],
};

/** Maximum number of attempts that a delivery stores. */
const MOST_TRIES = 30;
/** Maximum number of deliveries that one call repeats. */
const MOST_RECOVERED = 500;

/**
 * Answer that is stored for an event not sent because the webhook is disabled. The event is stored and can be
 * recovered.
 */
export const WHILE_DISABLED = 'The webhook is disabled';

const UNTRIED = { status: 'waiting', attempts: 0, last_answer: null } as const;

const isEvent = (type: Announcement['types'][number]): type is WebhookEvent => type !== 'test';

/**
 * Deliveries of an event to webhooks. `isAsked`: true if a user requested the event; the delivery then fails if the
 * webhook is disabled.
 */
const messagesTo = (
  { _id: webhook_id, user_id, events, disabled_reason }: WebhookRecord,
  { types, at, data }: Announcement,
  expires_at: Date,
  isAsked: boolean,
): DeliveryRecord[] =>
  types
    .filter((type) => !isEvent(type) || events.includes(type))
    .map((type) => {
      const body = JSON.stringify({ type, timestamp: at, data });
      const message = { webhook_id, user_id, message_id: randomUUID(), type, body };
      const isKept = disabled_reason !== null && !isAsked;
      const state = isKept
        ? ({ ...UNTRIED, status: 'failed', last_answer: WHILE_DISABLED } as const)
        : UNTRIED;
      return { _id: randomUUID(), ...message, ...state, created_at: at, expires_at };
    });

const again = (delivery: DeliveryRecord, at: Date, expires_at: Date): DeliveryRecord => {
  const { tries: _tries, next_attempt_at: _next, ...rest } = delivery;
  return { ...rest, _id: randomUUID(), ...UNTRIED, created_at: at, expires_at };
};

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(db: Db) {
  const webhooks = db.collection<WebhookRecord>('webhooks');
  const deliveries = db.collection<DeliveryRecord>('webhook_deliveries');
  return {
    /** The due time of the schedule that started a run, for events about the run. */
    timeOf: createSchedules(db).timeOf,
    /** Stores a webhook. Resolves to false if the user has too many webhooks. */
    async insert(record: WebhookRecord, tx: Transaction): Promise<boolean> {
      const isRoom = (await webhooks.countDocuments({ user_id: record.user_id }, tx)) < MAX_WEBHOOKS;
      if (isRoom) await webhooks.insertOne(record, tx);
      return isRoom;
    },
    find: (userId: string, id: string): Promise<WebhookRecord | null> =>
      webhooks.findOne({ _id: id, user_id: userId }),
    /** Webhooks of a user, oldest first. */
    list: (userId: string): Promise<WebhookRecord[]> =>
      webhooks.find({ user_id: userId }).sort({ created_at: 1 }).toArray(),
    /** Changes fields of a webhook; null if the user has no webhook with this id. */
    change: (
      userId: string,
      id: string,
      fields: Partial<WebhookRecord>,
      tx: Transaction = {},
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
    /**
     * Stores deliveries of an event to each webhook of the user that subscribes to it, or to the webhook `id`. Resolves
     * to the deliveries to send now; those to a disabled webhook are only stored.
     */
    async announce(
      user_id: string,
      event: Announcement,
      expires_at: Date,
      tx: Transaction,
      id?: string,
    ): Promise<DeliveryRecord[]> {
      const ofOne = id !== undefined && { _id: id };
      const filter = ofOne || { events: { $in: [...event.types].filter(isEvent) } };
      const recipients = await webhooks.find({ user_id, ...filter }, tx).toArray();
      const records = recipients.flatMap((webhook) =>
        messagesTo(webhook, event, expires_at, id !== undefined),
      );
      if (records.length > 0)
        await deliveries.insertMany(
          records.map((each) => sized(each)),
          tx,
        );
      return records.filter(({ status }) => status === 'waiting');
    },
    ...deliveriesOf(deliveries),
  };
}

function deliveriesOf(deliveries: Collection<DeliveryRecord>) {
  return {
    /** Repeats a delivery; null if the webhook has no such delivery. */
    async repeat(webhookId: string, id: string, at: Date, expires_at: Date): Promise<DeliveryRecord | null> {
      const delivery = await deliveries.findOne({ _id: id, webhook_id: webhookId });
      if (!delivery) return null;
      const repeated = again(delivery, at, expires_at);
      await deliveries.insertOne(sized(repeated));
      return repeated;
    },
    /**
     * Repeats deliveries that failed since a time, oldest first, except those that are being sent again or have
     * arrived.
     */
    async recover(webhook_id: string, since: Date, at: Date, expires_at: Date) {
      const failed = await deliveries
        .find({ webhook_id, status: 'failed', type: { $ne: 'test' }, created_at: { $gte: since } })
        .sort({ created_at: 1 })
        .toArray();
      const ids = [...new Set(failed.map(({ message_id }) => message_id))];
      const others = { webhook_id, message_id: { $in: ids }, status: { $ne: 'failed' as const } };
      const settled = new Set<string>(await deliveries.distinct('message_id', others));
      const missing = new Map(failed.map((delivery) => [delivery.message_id, delivery]));
      for (const id of settled) missing.delete(id);
      const repeated = [...missing.values()]
        .slice(0, MOST_RECOVERED)
        .map((each) => again(each, at, expires_at));
      if (repeated.length > 0) await deliveries.insertMany(repeated.map((each) => sized(each)));
      return { repeated, left: missing.size - repeated.length };
    },
    findDelivery: (id: string): Promise<DeliveryRecord | null> => deliveries.findOne({ _id: id }),
    /** Deliveries of a webhook, newest first. */
    deliveries: (webhook_id: string, limit: number, offset: number): Promise<[DeliveryRecord[], number]> =>
      Promise.all([
        deliveries.find({ webhook_id }).sort({ created_at: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
        deliveries.countDocuments({ webhook_id }),
      ]),
    async noteAttempt(
      id: string,
      status: DeliveryRecord['status'],
      attempt: Attempt,
      next_attempt_at: Date | null,
    ): Promise<void> {
      const $set = { status, last_answer: attempt.answer, next_attempt_at };
      const $push = { tries: { $each: [attempt], $slice: -MOST_TRIES } };
      await deliveries.updateOne({ _id: id }, { $set, $push, $inc: { attempts: 1 } });
    },
    untried: (before: Date): Promise<DeliveryRecord[]> =>
      deliveries
        .find({ attempts: 0, status: 'waiting', created_at: { $lt: before } }, { limit: MOST_UNTRIED })
        .toArray(),
  };
}
