/** Sends an event to a webhook, signed as the specification Standard Webhooks has it, and notes what came of it. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { Webhook } from 'standardwebhooks';
import type { DeliveryRecord } from '../../mongo/deliveries.ts';
import type { WebhookRecord } from '../../mongo/webhooks.ts';
import type { DeliverInput } from '../../temporal/case/messages/schedule.ts';
import type { DeliveryActivityDeps, RecordActivityDeps } from '../deps.ts';
import { postEvent, RefusedAddress } from './post-event.ts';

/** A webhook whose every attempt has failed for so long is sent no more, ms. */
const DISABLED_AFTER_MS = 5 * 24 * 3_600_000;
/** By which a receiver says that it wants no more. */
const GONE = 410;

export async function deliver(
  deps: DeliveryActivityDeps,
  { deliveryId, round }: DeliverInput,
): Promise<void> {
  const delivery = await deps.deliveryRecords.find(deliveryId);
  if (delivery?.status !== 'waiting' || delivery.round !== round) return;
  const webhook = await deps.webhooks.findById(delivery.webhook_id);
  if (!webhook) return;
  const { answered, error } = webhook.disabled_at
    ? { answered: null, error: 'The webhook is disabled' }
    : await attempt(deps, webhook, delivery);
  const isOver = error === null || webhook.disabled_at !== null || isRefused(error) || answered === GONE;
  const status = error === null ? 'delivered' : isOver ? 'failed' : 'waiting';
  const message = error instanceof Error ? error.message : error;
  await deps.deliveryRecords.noteAttempt(deliveryId, { status, at: deps.now(), answered, error: message });
  if (error === null) return deps.webhooks.markWorking(webhook._id);
  if (!webhook.disabled_at) await noteFailure(deps, webhook, answered);
  if (!isOver) throw ApplicationFailure.retryable(message ?? '', 'NOT_DELIVERED');
}

interface Outcome {
  readonly answered: number | null;
  readonly error: Error | string | null;
}

async function attempt(
  deps: DeliveryActivityDeps,
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
): Promise<Outcome> {
  const { _id: id, body } = delivery;
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'grid-optimization-service',
      'webhook-attempt': String(activityInfo().attempt),
      ...(await signatureOf(deps, webhook, id, body)),
    };
    const answered = await postEvent({ url: webhook.url, headers, body }, deps);
    if (answered >= 200 && answered < 300) return { answered, error: null };
    const isRedirect = answered >= 300 && answered < 400;
    return {
      answered,
      error: `It answered ${answered}${isRedirect ? ', and redirects are not followed' : ''}`,
    };
  } catch (error) {
    if (isRefused(error)) return { answered: null, error };
    return { answered: null, error: `It could not be reached: ${reasonOf(error)}` };
  }
}

const isRefused = (error: unknown): error is RefusedAddress => error instanceof RefusedAddress;

/** A code such as ECONNREFUSED; messages may name what is not the user's. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 10 s';
  return 'code' in error ? String(error.code) : 'no connection';
};

/** Signed now, by each secret that counts now. */
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

async function noteFailure(
  { webhooks, now }: DeliveryActivityDeps,
  { _id }: WebhookRecord,
  answered: number | null,
) {
  const at = now();
  if (answered === GONE) return webhooks.disable(_id, 'It answered 410: it wants no more', at);
  const since = await webhooks.markFailing(_id, at);
  if (at.getTime() - since.getTime() >= DISABLED_AFTER_MS)
    await webhooks.disable(_id, `Every attempt has failed since ${since.toISOString()}`, at);
}

/** Started by the sweep: what a process stored with an event and did not live to start, ms ago at least. */
const GRACE_MS = 5000;
const AT_ONCE = 200;

export async function startDeliveries({
  deliveryRecords,
  deliveries,
  now,
}: RecordActivityDeps): Promise<number> {
  const left = await deliveryRecords.unstarted(new Date(now().getTime() - GRACE_MS), AT_ONCE);
  for (const delivery of left) {
    await deliveries.start(delivery);
    await deliveryRecords.markStarted(delivery);
  }
  return left.length;
}
