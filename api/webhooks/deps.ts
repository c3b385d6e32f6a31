/** What webhooks need: their records and deliveries, and what seals their secrets. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createDeliveryRecords } from '../../mongo/deliveries.ts';
import { createWebhooks } from '../../mongo/webhooks.ts';
import type { TemporalConnection } from '../../temporal/client.ts';
import { createDeliveries } from '../../temporal/deliveries.ts';
import { createSecretSeal } from '../../temporal/secret-seal.ts';
import type { TemporalSettings } from '../../temporal/settings.ts';
import type { KitDeps } from '../http/deps.ts';

export type WebhookParts = ReturnType<typeof createWebhookParts>;

export interface WebhookDeps extends WebhookParts, Pick<KitDeps, 'audit' | 'now'> {
  readonly settings: {
    readonly MAX_WEBHOOKS: number;
    readonly WEBHOOK_ALLOWED_NETWORKS: string;
    readonly JOB_RETENTION_DAYS: number;
  };
}

export const createWebhookParts = (
  { db }: MongoConnection,
  { client }: TemporalConnection,
  settings: TemporalSettings,
) => ({
  webhooks: createWebhooks(db),
  deliveryRecords: createDeliveryRecords(db),
  deliveries: createDeliveries(client),
  webhookSeal: createSecretSeal(settings),
});
