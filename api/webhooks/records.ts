/** Webhooks and what was sent to them, as clients see them; how one is changed. No audit entry has a secret or a whole address. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { array, type InferType, number, object, string } from 'yup';
import type { Transaction } from '../../mongo/transaction.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryRecord,
  WEBHOOK_EVENTS,
  type WebhookRecord,
  type Webhooks,
} from '../../mongo/webhooks.ts';
import type { PayloadSeal } from '../../temporal/codec.ts';
import { addressProblem, addressRule, hostOf } from '../../temporal/public-address.ts';
import type { StartDeliveries } from '../../temporal/workflow-calls.ts';
import type { KitDeps } from '../http/deps.ts';
import { NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';

export interface WebhookDeps extends Pick<KitDeps, 'audit' | 'now'> {
  readonly webhooks: Webhooks;
  readonly webhookSeal: PayloadSeal;
  readonly startDeliveries: StartDeliveries;
  readonly settings: { readonly WEBHOOK_ALLOWED_NETWORKS: string; readonly JOB_RETENTION_DAYS: number };
}

const timestamp = () => string().datetime({ precision: 3 });

export const url = string()
  .max(2000)
  .meta({ description: 'https; http only within WEBHOOK_ALLOWED_NETWORKS. Redirects are not followed' });
export const events = array(string().oneOf(WEBHOOK_EVENTS).required())
  .min(1)
  .meta({ description: 'Default: all. Parts of an experiment or a run are no events' });
export const status = string().oneOf(['enabled', 'disabled'] as const);

export const webhookSchema = object({
  ...{ webhook_id: string().uuid().required(), url: url.required(), events: events.required() },
  status: status.required(),
  disabled_reason: string().nullable().defined(),
  former_secret_until: timestamp().nullable().defined().meta({ description: 'Until then it signs, too' }),
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
  last_answer: string().nullable().defined().meta({ description: 'What came of the last attempt' }),
  body: string().required().meta({ description: 'JSON, as it is signed and sent' }),
  created_at: timestamp().required(),
});

export const toDelivery = (delivery: DeliveryRecord): InferType<typeof deliverySchema> => {
  const { _id, message_id, type, attempts, last_answer, body, created_at } = delivery;
  const shown = { message_id, type, status: delivery.status, attempts, last_answer, body };
  return { delivery_id: _id, ...shown, created_at: created_at.toISOString() };
};

/** Throws `NotFound` for that of another user, too. */
export const owned = async (
  { webhooks }: WebhookDeps,
  { webhook_id }: { readonly webhook_id: string },
  { userId }: Pick<Caller['user'], 'userId'>,
): Promise<WebhookRecord> => found(await webhooks.find(userId, webhook_id));

export function found<T>(record: T | null | undefined, noun = 'Webhook'): T {
  if (!record) throw new NotFound(`${noun} not found`);
  return record;
}

/** Writes a change together with its audit entry. */
export const changeWith = (
  { audit }: WebhookDeps,
  caller: Caller,
  action: string,
  write: (tx: Transaction) => Promise<WebhookRecord | null>,
): Promise<WebhookRecord> =>
  audit.together(async (tx) => {
    const webhook = found(await write(tx));
    const details = { webhook_id: webhook._id, action, host: new URL(webhook.url).host };
    await audit.record('webhook_changed', auditSubject(caller, details), tx);
    return webhook;
  });

const SECRET_BYTES = 32;

export async function newSecret({ webhookSeal }: WebhookDeps) {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, stored: { sealed: await webhookSeal.seal(secret), expires_at: null } };
}

/** What the address says of itself; names are resolved, and judged, at each attempt. */
export function requireAddress({ settings }: WebhookDeps, text: string): void {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = parsed?.protocol === 'http:' && settings.WEBHOOK_ALLOWED_NETWORKS !== '';
  if (parsed?.protocol !== 'https:' && !isPlain) throw refused('The address should begin with https://');
  if (parsed.username || parsed.password) throw refused('The address should have neither user nor password');
  const rule = addressRule(settings.WEBHOOK_ALLOWED_NETWORKS);
  const problem = isIP(hostOf(parsed)) && addressProblem(parsed, rule, [hostOf(parsed)]);
  if (problem) throw refused(problem);
}

const refused = (msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
