/** Sends an event to a webhook, signed as the specification Standard Webhooks requires, and records the outcome. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { Webhook } from 'standardwebhooks';
import { type DeliveryRecord, type WebhookRecord, WHILE_DISABLED } from '../../mongo/webhooks.ts';
import type { DeliverInput } from '../../temporal/case/messages/schedule.ts';
import { DELIVERY_RETRY } from '../../temporal/names.ts';
import type { DeliveryActivityDeps, RecordActivityDeps } from '../deps.ts';
import { postEvent, RefusedAddress } from './post-event.ts';

const DAY_MS = 24 * 3_600_000;
/** Time for which a delivery is retried, ms. */
const TRIED_MS = DAY_MS;
/** Time without a successful delivery after which a webhook is disabled, ms. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
/** Reason recorded when a receiver answers 410, by which it asks for no more events. */
const GONE = 'It answered 410';

export async function deliver(deps: DeliveryActivityDeps, { deliveryId }: DeliverInput): Promise<void> {
  const delivery = await deps.webhooks.findDelivery(deliveryId);
  const webhook = delivery && (await deps.webhooks.find(delivery.user_id, delivery.webhook_id));
  if (delivery?.status !== 'waiting' || !webhook) return;
  const outcome = webhook.disabled_reason ? DISABLED : await attempt(deps, webhook, delivery);
  const isLate = deps.now().getTime() - activityInfo().scheduledTimestampMs >= TRIED_MS;
  const status = outcome.status === 'waiting' && isLate ? 'failed' : outcome.status;
  const at = deps.now();
  const { answer, code = null, body = null } = outcome;
  const next = status === 'waiting' ? new Date(at.getTime() + waitAfter(activityInfo().attempt)) : null;
  await deps.webhooks.noteAttempt(deliveryId, status, { at, answer, code, body }, next);
  if (!webhook.disabled_reason) await noteStanding(deps, webhook, outcome);
  if (status === 'waiting') throw ApplicationFailure.retryable(outcome.answer, 'NOT_DELIVERED');
}

/** Delay between attempt `attempt`, counted from 1, and the next attempt, ms. */
const waitAfter = (attempt: number): number =>
  Math.min(
    DELIVERY_RETRY.initialInterval * DELIVERY_RETRY.backoffCoefficient ** (attempt - 1),
    DELIVERY_RETRY.maximumInterval,
  );

/** Outcome of an attempt. `waiting`: another attempt follows. */
interface Outcome extends Pick<DeliveryRecord, 'status'> {
  readonly answer: string;
  /** HTTP status of the response. The next field is the beginning of its body. */
  readonly code?: number;
  readonly body?: string;
}

const DISABLED: Outcome = { status: 'failed', answer: WHILE_DISABLED };

async function attempt(
  deps: DeliveryActivityDeps,
  webhook: WebhookRecord,
  { message_id, body }: DeliveryRecord,
): Promise<Outcome> {
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'grid-optimization-service',
      ...(await signatureOf(deps, webhook, message_id, body)),
    };
    let text = '';
    const onBody = (beginning: string): void => {
      text = beginning;
    };
    const code = await postEvent(webhook.url, headers, body, { ...deps, onBody });
    const heard = { code, body: text };
    const isRedirect = code >= 300 && code < 400;
    const answer = `It answered ${code}${isRedirect ? ', and redirects are not followed' : ''}`;
    if (code >= 200 && code < 300) return { status: 'delivered', answer, ...heard };
    return { status: answer === GONE ? 'failed' : 'waiting', answer, ...heard };
  } catch (error) {
    if (error instanceof RefusedAddress) return { status: 'failed', answer: error.message };
    return { status: 'waiting', answer: `It could not be reached: ${reasonOf(error)}` };
  }
}

/**
 * Code of an error, such as ECONNREFUSED, as its reason; the message may contain details that the user must not see.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 10 s';
  return 'code' in error ? String(error.code) : 'no connection';
};

/** Signature at the current time, made with each secret that is valid now. */
async function signatureOf(
  { webhookSeal, now }: DeliveryActivityDeps,
  { secrets }: WebhookRecord,
  id: string,
  body: string,
): Promise<Record<string, string>> {
  const at = now();
  const valid = secrets.filter(({ expires_at }) => expires_at === null || expires_at > at);
  const opened = await Promise.all(valid.map(({ sealed }) => webhookSeal.open(sealed)));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': opened.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

async function noteStanding(
  { webhooks, now }: DeliveryActivityDeps,
  { _id, user_id, failing_since }: WebhookRecord,
  { answer, status }: Outcome,
): Promise<void> {
  const since = status === 'delivered' ? null : (failing_since ?? now());
  const isFailing = since !== null && now().getTime() - since.getTime() >= DISABLED_AFTER_MS;
  const failed = isFailing ? `Every attempt has failed since ${since.toISOString()}` : null;
  const disabled_reason = answer === GONE ? `${GONE}: it requests no more events` : failed;
  if (since !== failing_since || disabled_reason)
    await webhooks.change(user_id, _id, {
      failing_since: since,
      ...(disabled_reason && { disabled_reason }),
    });
}

/** Age of an event below which the process that stored it may still start its deliveries, ms. */
const GRACE_MS = 5000;

/** The sweep of deliveries: starts deliveries whose process ended before it could start them. */
export async function sweepDeliveries({
  webhooks,
  startDeliveries,
  now,
}: RecordActivityDeps): Promise<number> {
  const deliveries = await webhooks.untried(new Date(now().getTime() - GRACE_MS));
  await startDeliveries(deliveries);
  return deliveries.length;
}
