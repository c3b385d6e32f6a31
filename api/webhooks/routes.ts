/** Webhooks of the caller and their deliveries. Audit entries contain neither secrets nor complete URLs. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { array, number, object, string } from 'yup';
import type { Transaction } from '../../mongo/transaction.ts';
import {
  type DeliveryRecord,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookRecord,
  type Webhooks,
} from '../../mongo/webhooks.ts';
import type { PayloadSeal } from '../../temporal/codec.ts';
import { addressProblem, addressRule, hostOf } from '../../temporal/public-address.ts';
import type { StartDeliveries } from '../../temporal/workflow-calls.ts';
import type { KitDeps } from '../http/deps.ts';
import { Conflict, NotFound, Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import { deliverySchema, events, status, toDelivery, toWebhook, url, webhookSchema } from './views.ts';

export interface WebhookDeps extends Pick<KitDeps, 'audit' | 'now'> {
  readonly webhooks: Webhooks;
  readonly webhookSeal: PayloadSeal;
  readonly startDeliveries: StartDeliveries;
  readonly settings: { readonly WEBHOOK_ALLOWED_NETWORKS: string; readonly JOB_RETENTION_DAYS: number };
}

const defineRoute = routesFor<WebhookDeps>();

const webhookRoute = { tag: 'Webhooks', auth: 'bearer', light: true } as const;
const path = object({
  webhook_id: string().required().max(128).meta({ description: 'Id of the webhook' }),
});

/** Properties of a route of one webhook. */
const oneWebhook = <const M extends 'get' | 'post' | 'patch' | 'delete'>(method: M, rest = '') => ({
  ...webhookRoute,
  method,
  path: `/webhooks/{webhook_id}${rest}` as const,
  params: path,
});

/** Schema of a webhook with its secret, for the only replies that contain the secret. */
const withSecret = webhookSchema.shape({
  secret: string()
    .required()
    .meta({ description: 'Shown only in this reply: `whsec_` and 32 bytes in base64' }),
});
const total = number().integer().min(0).required();

const DAY_MS = 24 * 3_600_000;
const ENABLED = { disabled_reason: null, failing_since: null };

export const webhookRoutes = [
  defineRoute({
    ...webhookRoute,
    method: 'post',
    path: '/webhooks',
    summary: 'Register a URL that receives events by POST; only this reply has the signing secret',
    isPersonal: true,
    body: object({ url: url.required(), events: events.default(() => [...WEBHOOK_EVENTS]) }),
    example: {
      body: { url: 'https://receiver.example/grid', events: ['infeasible', 'schedule.missed'] },
      status: 201,
    },
    responses: { 201: withSecret },
    errors: [409],
    handle: async ({ body, user, request, deps }) => {
      requireAddress(deps, body.url);
      const { secret, stored } = await newSecret(deps);
      const webhook = {
        _id: randomUUID(),
        user_id: user.userId,
        created_at: deps.now(),
        url: body.url,
        events: body.events,
        secrets: [stored],
        ...ENABLED,
      };
      await changeWith(deps, { user, request }, 'created', async (tx) => {
        if (await deps.webhooks.insert(webhook, tx)) return webhook;
        throw new Conflict(`You already have ${MAX_WEBHOOKS} webhooks, the maximum: delete one`);
      });
      return reply(201, { ...toWebhook(webhook), secret });
    },
  }),
  defineRoute({
    ...webhookRoute,
    method: 'get',
    path: '/webhooks',
    summary: 'Webhooks of the caller, oldest first, without their secrets',
    query: object(pageQuery()),
    responses: { 200: object({ webhooks: array(webhookSchema).required(), total }) },
    handle: async ({ query: { limit, offset }, user, deps }) => {
      const all = await deps.webhooks.list(user.userId);
      return reply(200, { webhooks: all.slice(offset, offset + limit).map(toWebhook), total: all.length });
    },
  }),
  defineRoute({
    ...oneWebhook('get'),
    summary: 'A webhook of the caller, without its secret',
    responses: { 200: webhookSchema },
    handle: async ({ params, user, deps }) => reply(200, toWebhook(await owned(deps, params, user))),
  }),
  defineRoute({
    ...oneWebhook('patch'),
    summary: 'Change a webhook, disable it, or enable it again; omitted fields are kept',
    body: object({ url, events: events.optional().default(undefined), status }),
    example: { body: { status: 'disabled' }, status: 200 },
    responses: { 200: webhookSchema },
    handle: async ({ params, body, user, request, deps }) => {
      if (body.url !== undefined) requireAddress(deps, body.url);
      const fields = {
        ...(body.url !== undefined && { url: body.url }),
        ...(body.events && { events: body.events }),
        ...(body.status === 'enabled' && ENABLED),
        ...(body.status === 'disabled' && { disabled_reason: 'Disabled by its owner' }),
      };
      const webhook = await changeWith(deps, { user, request }, 'changed', (tx) =>
        deps.webhooks.change(user.userId, params.webhook_id, fields, tx),
      );
      return reply(200, toWebhook(webhook));
    },
  }),
  defineRoute({
    ...oneWebhook('delete'),
    summary: 'Delete a webhook with its deliveries; pending ones are not sent',
    responses: { 204: null },
    handle: async ({ params, user, request, deps }) => {
      await changeWith(deps, { user, request }, 'deleted', (tx) =>
        deps.webhooks.delete(user.userId, params.webhook_id, tx),
      );
      return reply(204, undefined);
    },
  }),
  defineRoute({
    ...oneWebhook('post', '/rotate'),
    summary: 'Create a new secret; for a day, deliveries are signed with both the old and the new one',
    isPersonal: true,
    responses: { 200: withSecret },
    handle: async ({ params, user, request, deps }) => {
      const { _id, secrets } = await owned(deps, params, user);
      const { secret, stored } = await newSecret(deps);
      const expires_at = new Date(deps.now().getTime() + DAY_MS);
      const both = [stored, ...secrets.slice(0, 1).map(({ sealed }) => ({ sealed, expires_at }))];
      const webhook = await changeWith(deps, { user, request }, 'secret rotated', (tx) =>
        deps.webhooks.change(user.userId, _id, { secrets: both }, tx),
      );
      return reply(200, { ...toWebhook(webhook), secret });
    },
  }),
  defineRoute({
    ...oneWebhook('post', '/test'),
    summary: 'Send an event of type `test`',
    responses: { 202: deliverySchema },
    handle: async ({ params, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      const event = { types: ['test' as const], at: deps.now(), data: { webhook_id: _id } };
      const [delivery] = await deps.webhooks.announce(user.userId, event, expiryOf(deps), {}, _id);
      return sent(deps, delivery);
    },
  }),
  defineRoute({
    ...oneWebhook('get', '/deliveries'),
    summary: 'Deliveries to a webhook, newest first',
    query: object(pageQuery()),
    responses: { 200: object({ deliveries: array(deliverySchema).required(), total }) },
    handle: async ({ params, query: { limit, offset }, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      const [deliveries, all] = await deps.webhooks.deliveries(_id, limit, offset);
      return reply(200, { deliveries: deliveries.map(toDelivery), total: all });
    },
  }),
  defineRoute({
    ...oneWebhook('post', '/deliveries/{delivery_id}/repeat'),
    params: path.shape({ delivery_id: string().required().max(128) }),
    summary: 'Send an event again, as a new delivery with the same `webhook-id`',
    responses: { 202: deliverySchema },
    handle: async ({ params, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      return sent(deps, await deps.webhooks.repeat(_id, params.delivery_id, deps.now(), expiryOf(deps)));
    },
  }),
  defineRoute({
    ...oneWebhook('post', '/recover'),
    summary:
      'Send failed events since a time again, and events that occurred while the webhook was disabled: up to 500, each with its `webhook-id`',
    body: object({ since: string().datetime({ allowOffset: true }).required() }),
    example: { body: { since: '2026-11-01T00:00:00Z' }, status: 202 },
    responses: {
      202: object({
        recovered: total.meta({ description: 'Number of events sent again' }),
        left: total.meta({ description: 'Number of remaining events: call again' }),
      }),
    },
    errors: [409],
    handle: async ({ params, body, user, deps }) => {
      const { _id, disabled_reason } = await owned(deps, params, user);
      if (disabled_reason !== null) throw new Conflict('The webhook is disabled: enable it first');
      const since = new Date(body.since);
      const { repeated, left } = await deps.webhooks.recover(_id, since, deps.now(), expiryOf(deps));
      await deps.startDeliveries(repeated);
      return reply(202, { recovered: repeated.length, left });
    },
  }),
];

/** Throws `NotFound` for a webhook of another user, too. */
const owned = async (
  { webhooks }: WebhookDeps,
  { webhook_id }: { readonly webhook_id: string },
  { userId }: Pick<Caller['user'], 'userId'>,
): Promise<WebhookRecord> => found(await webhooks.find(userId, webhook_id));

function found<T>(record: T | null | undefined, noun = 'Webhook'): T {
  if (!record) throw new NotFound(`${noun} not found`);
  return record;
}

/** Writes a change together with its audit entry. */
const changeWith = (
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

async function newSecret({ webhookSeal }: WebhookDeps) {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, stored: { sealed: await webhookSeal.seal(secret), expires_at: null } };
}

/** Checks the URL itself; the host name is resolved and checked at each attempt. */
function requireAddress({ settings }: WebhookDeps, text: string): void {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = parsed?.protocol === 'http:' && settings.WEBHOOK_ALLOWED_NETWORKS !== '';
  if (parsed?.protocol !== 'https:' && !isPlain)
    throw refused('The address should begin with https://, or http:// within WEBHOOK_ALLOWED_NETWORKS');
  if (parsed.username || parsed.password) throw refused('The address should have neither user nor password');
  const rule = addressRule(settings.WEBHOOK_ALLOWED_NETWORKS);
  const problem = isIP(hostOf(parsed)) && addressProblem(parsed, rule, [hostOf(parsed)]);
  if (problem)
    throw refused(`${problem}; WEBHOOK_ALLOWED_NETWORKS allows networks, such as 127.0.0.0/8 to try it`);
}

const refused = (msg: string): Unprocessable =>
  new Unprocessable([{ loc: ['body', 'url'], msg, type: 'value_error' }]);

const expiryOf = ({ now, settings }: WebhookDeps): Date =>
  new Date(now().getTime() + settings.JOB_RETENTION_DAYS * DAY_MS);

async function sent({ startDeliveries }: WebhookDeps, delivery: DeliveryRecord | null | undefined) {
  const waiting = found(delivery, 'Delivery');
  await startDeliveries([waiting]);
  return reply(202, toDelivery(waiting));
}
