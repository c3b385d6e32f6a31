/** Changes of webhooks, each with its audit entry; no entry and no log has a secret or a whole address. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { type DeliveryRecord, newDelivery } from '../../mongo/deliveries.ts';
import type { Transaction } from '../../mongo/transaction.ts';
import type { WebhookRecord, WebhookSecret } from '../../mongo/webhooks.ts';
import { addressRule } from '../../temporal/public-address.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { WebhookDeps } from './deps.ts';
import type { WebhookPatch } from './webhook.ts';

const SECRET_BYTES = 32;
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
const HOUR_MS = 3_600_000;
/** After a rotation both secrets sign for so long, h. */
const ROTATION_H = 24;
const DAY_MS = 24 * HOUR_MS;

interface WithSecret {
  readonly webhook: WebhookRecord;
  readonly secret: string;
}

export async function createWebhook(
  deps: WebhookDeps,
  { url, name, events }: Pick<WebhookRecord, 'url' | 'name' | 'events'>,
  caller: Caller,
): Promise<WithSecret> {
  requireAddress(deps, url);
  const secret = newSecret();
  const webhook: WebhookRecord = {
    _id: randomUUID(),
    user_id: caller.user.userId,
    url,
    name,
    events,
    secrets: [{ sealed: await deps.webhookSeal.seal(secret), expires_at: null }],
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    created_at: deps.now(),
  };
  const most = deps.settings.MAX_WEBHOOKS;
  await deps.audit.together(async (tx) => {
    if (!(await deps.webhooks.insert(webhook, most, tx)))
      throw new Conflict(`You have ${most} webhooks, the most allowed: delete one`);
    await changed(deps, caller, 'created', webhook, tx);
  });
  return { webhook, secret };
}

export async function changeWebhook(
  deps: WebhookDeps,
  id: string,
  { status, ...patch }: WebhookPatch,
  caller: Caller,
): Promise<WebhookRecord> {
  if (patch.url !== undefined) requireAddress(deps, patch.url);
  const standing = {
    ...(status === 'enabled' && { disabled_at: null, disabled_reason: null, failing_since: null }),
    ...(status === 'disabled' && { disabled_at: deps.now(), disabled_reason: 'Disabled by its owner' }),
  };
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return store(deps, id, { ...given, ...standing }, 'changed', caller);
}

/** The former secret signs beside the new one for a day. */
export async function rotateSecret(deps: WebhookDeps, id: string, caller: Caller): Promise<WithSecret> {
  const { secrets } = await ownedWebhook(deps, id, caller);
  const secret = newSecret();
  const former = secrets
    .slice(0, 1)
    .map(({ sealed }) => ({ sealed, expires_at: hoursFrom(deps.now(), ROTATION_H) }));
  const fresh: WebhookSecret = { sealed: await deps.webhookSeal.seal(secret), expires_at: null };
  const webhook = await store(deps, id, { secrets: [fresh, ...former] }, 'secret rotated', caller);
  return { webhook, secret };
}

export async function deleteWebhook(deps: WebhookDeps, id: string, caller: Caller): Promise<void> {
  await deps.audit.together(async (tx) => {
    const webhook = await deps.webhooks.delete(caller.user.userId, id, tx);
    if (!webhook) throw notFound();
    await changed(deps, caller, 'deleted', webhook, tx);
  });
}

/** Sends an event that says no more than that it is one. */
export async function testWebhook(deps: WebhookDeps, id: string, caller: Caller): Promise<DeliveryRecord> {
  const webhook = await ownedWebhook(deps, id, caller);
  const at = deps.now();
  const data = { webhook_id: id, message: 'This is a test' };
  const delivery = newDelivery(randomUUID(), webhook, 'test', { at, data }, expiryOf(deps));
  await deps.deliveryRecords.insert(delivery);
  await start(deps, delivery);
  return delivery;
}

export async function repeatDelivery(
  deps: WebhookDeps,
  id: string,
  deliveryId: string,
  caller: Caller,
): Promise<DeliveryRecord> {
  const { _id } = await ownedWebhook(deps, id, caller);
  const delivery = await deps.deliveryRecords.find(deliveryId);
  if (delivery?.webhook_id !== _id) throw new NotFound('Delivery not found');
  const repeated = await deps.deliveryRecords.repeat(_id, deliveryId, expiryOf(deps));
  if (!repeated) throw new Conflict('The delivery is still on its way');
  await start(deps, repeated);
  return repeated;
}

export async function ownedWebhook(
  { webhooks }: Pick<WebhookDeps, 'webhooks'>,
  id: string,
  { user }: Pick<Caller, 'user'>,
): Promise<WebhookRecord> {
  const webhook = await webhooks.find(user.userId, id);
  if (!webhook) throw notFound();
  return webhook;
}

async function store(
  deps: WebhookDeps,
  id: string,
  fields: Partial<WebhookRecord>,
  action: Action,
  caller: Caller,
): Promise<WebhookRecord> {
  return deps.audit.together(async (tx) => {
    const webhook = await deps.webhooks.change(caller.user.userId, id, fields, tx);
    if (!webhook) throw notFound();
    await changed(deps, caller, action, webhook, tx);
    return webhook;
  });
}

/** What the address says of itself; names are resolved, and judged, at each attempt. */
function requireAddress({ settings }: WebhookDeps, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw refused('The address should begin with https://');
  if (url.username || url.password) throw refused('The address should have neither user nor password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const kind = isIP(host) ? addressRule(settings.WEBHOOK_ALLOWED_NETWORKS)(host) : undefined;
  if (kind === 'refused') throw refused(`${host} is an address that webhooks may not be sent to`);
  const isPlain = url.protocol === 'http:' && kind !== 'allowed';
  if (isPlain && (kind === 'public' || settings.WEBHOOK_ALLOWED_NETWORKS === ''))
    throw refused('The address should begin with https://: what is sent is not for others to read');
}

const refused = (msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
const notFound = () => new NotFound('Webhook not found');
const hoursFrom = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);
const expiryOf = ({ now, settings }: WebhookDeps): Date =>
  new Date(now().getTime() + settings.JOB_RETENTION_DAYS * DAY_MS);

/** What Temporal does not take just now is left to the sweep. */
const start = ({ deliveries }: WebhookDeps, { _id, round, user_id }: DeliveryRecord): Promise<void> =>
  deliveries.startAll([{ deliveryId: _id, round, userId: user_id }]);

type Action = 'created' | 'changed' | 'secret rotated' | 'deleted';

const changed = (
  { audit }: WebhookDeps,
  caller: Caller,
  action: Action,
  { _id, url }: WebhookRecord,
  tx: Transaction,
): Promise<void> => {
  const details = { webhook_id: _id, action, host: new URL(url).host };
  return audit.record('webhook_changed', auditSubject(caller, details), tx);
};
