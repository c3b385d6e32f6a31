/** A webhook and a delivery as clients see them. */
import { array, type InferType, number, object, string } from 'yup';
import {
  DELIVERY_STATUSES,
  type DeliveryRecord,
  WEBHOOK_EVENTS,
  type WebhookRecord,
} from '../../mongo/webhooks.ts';

const timestamp = () => string().datetime({ precision: 3 });

export const url = string()
  .max(2000)
  .meta({ description: 'https; http only within WEBHOOK_ALLOWED_NETWORKS. Redirects are not followed' });
export const events = array(string().oneOf(WEBHOOK_EVENTS).required())
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .test('distinct', 'Should name each event once', (list) => !list || new Set(list).size === list.length)
  .meta({ description: 'Default: all. Parts of an experiment or a run do not cause events' });
export const status = string().oneOf(['enabled', 'disabled'] as const);

export const webhookSchema = object({
  ...{ webhook_id: string().uuid().required(), url: url.required(), events: events.required() },
  status: status.required(),
  disabled_reason: string().nullable().defined(),
  former_secret_until: timestamp()
    .nullable()
    .defined()
    .meta({ description: 'Until then, deliveries are also signed with the former secret' }),
  created_at: timestamp().required(),
});

export const toWebhook = (webhook: WebhookRecord): InferType<typeof webhookSchema> => ({
  ...{ webhook_id: webhook._id, url: webhook.url, events: [...webhook.events] },
  status: webhook.disabled_reason === null ? 'enabled' : 'disabled',
  disabled_reason: webhook.disabled_reason,
  former_secret_until: webhook.secrets[1]?.expires_at?.toISOString() ?? null,
  created_at: webhook.created_at.toISOString(),
});

export const deliverySchema = object({
  delivery_id: string().uuid().required(),
  message_id: string().uuid().required().meta({ description: 'The `webhook-id` of every attempt' }),
  type: string().required().meta({ description: 'An event, or `test`' }),
  status: string().oneOf(DELIVERY_STATUSES).required(),
  attempts: number().integer().min(0).required(),
  last_answer: string().nullable().defined().meta({ description: 'Outcome of the last attempt' }),
  tries: array(
    object({
      at: timestamp().required(),
      answer: string().required(),
      status_code: number().integer().nullable().defined(),
      body: string().nullable().defined().meta({ description: 'The first 1,024 bytes of the answer' }),
    }).required(),
  )
    .required()
    .meta({ description: 'The newest 30 attempts, oldest first' }),
  next_attempt_at: timestamp().nullable().defined(),
  body: string().required().meta({ description: 'JSON, as it is signed and sent' }),
  created_at: timestamp().required(),
});

export const toDelivery = (delivery: DeliveryRecord): InferType<typeof deliverySchema> => {
  const { _id, message_id, type, attempts, last_answer, body, created_at, tries = [] } = delivery;
  const made = tries.map(({ at, answer, code, body: heard }) => ({
    ...{ at: at.toISOString(), answer, status_code: code, body: heard },
  }));
  const next_attempt_at = delivery.next_attempt_at?.toISOString() ?? null;
  const shown = {
    message_id,
    type,
    status: delivery.status,
    attempts,
    last_answer,
    tries: made,
    next_attempt_at,
    body,
  };
  return { delivery_id: _id, ...shown, created_at: created_at.toISOString() };
};
