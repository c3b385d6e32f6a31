/** A webhook: as clients write it, and as they see it; and what is sent to it. */
import { array, type InferType, number, object, string } from 'yup';
import { DELIVERY_STATUSES, type DeliveryRecord } from '../../mongo/deliveries.ts';
import { WEBHOOK_EVENTS, type WebhookRecord } from '../../mongo/webhooks.ts';

const timestamp = () => string().datetime({ precision: 3 });
const event = () => string().oneOf(WEBHOOK_EVENTS).required();

const fields = {
  url: string()
    .max(2000)
    .meta({ description: 'https; http only within WEBHOOK_ALLOWED_NETWORKS. Redirects are not followed' }),
  name: string().trim().max(120),
  events: array(event()).min(1),
};

export const webhookBody = object({
  url: fields.url.required(),
  name: fields.name.default(''),
  events: fields.events
    .default(() => [...WEBHOOK_EVENTS])
    .meta({ description: 'Default: all. Parts of an experiment or a run are no events' }),
});

export const webhookPatch = object({
  url: fields.url.optional(),
  name: fields.name.optional(),
  events: fields.events.optional(),
  status: string()
    .oneOf(['enabled', 'disabled'] as const)
    .optional()
    .meta({ description: 'A webhook that was disabled after days of failure may be enabled again' }),
});
export type WebhookPatch = InferType<typeof webhookPatch>;

export const webhookSchema = object({
  webhook_id: string().uuid().required(),
  url: string().required(),
  name: string().defined(),
  events: array(event()).required(),
  status: string()
    .oneOf(['enabled', 'disabled'] as const)
    .required(),
  disabled_reason: string().nullable().defined(),
  failing_since: timestamp()
    .nullable()
    .defined()
    .meta({ description: 'The first failure since the last success' }),
  former_secret_until: timestamp().nullable().defined().meta({ description: 'Until then it signs, too' }),
  created_at: timestamp().required(),
});

export const toWebhook = ({ _id, url, name, events, secrets, ...rest }: WebhookRecord) => ({
  webhook_id: _id,
  url,
  name,
  events: [...events],
  status: rest.disabled_at ? ('disabled' as const) : ('enabled' as const),
  disabled_reason: rest.disabled_reason,
  failing_since: rest.failing_since?.toISOString() ?? null,
  former_secret_until: secrets[1]?.expires_at?.toISOString() ?? null,
  created_at: rest.created_at.toISOString(),
});

/** The only replies that ever hold a secret. */
export const webhookWithSecret = webhookSchema.shape({
  secret: string().required().meta({ description: 'Told this once; `whsec_` and 32 bytes in base64' }),
});

export const deliverySchema = object({
  delivery_id: string().uuid().required().meta({ description: 'The `webhook-id` of every attempt' }),
  type: string().required().meta({ description: 'An event, or `test`' }),
  status: string().oneOf(DELIVERY_STATUSES).required(),
  attempts: number().integer().min(0).required(),
  last_attempt_at: timestamp().nullable().defined(),
  last_status: number()
    .integer()
    .nullable()
    .defined()
    .meta({ description: 'HTTP status of the last answer' }),
  last_error: string().nullable().defined(),
  body: string().required().meta({ description: 'JSON, as it is signed and sent' }),
  created_at: timestamp().required(),
});

export const toDelivery = (delivery: DeliveryRecord) => ({
  delivery_id: delivery._id,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  last_attempt_at: delivery.last_attempt_at?.toISOString() ?? null,
  last_status: delivery.last_status,
  last_error: delivery.last_error,
  body: delivery.body,
  created_at: delivery.created_at.toISOString(),
});
