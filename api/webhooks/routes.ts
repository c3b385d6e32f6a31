/** Routes of webhooks and of what was sent to them. */
import { randomUUID } from 'node:crypto';
import { array, number, object, string } from 'yup';
import { type DeliveryRecord, MAX_WEBHOOKS, WEBHOOK_EVENTS } from '../../mongo/webhooks.ts';
import { Conflict } from '../http/errors.ts';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import {
  changeWith,
  deliverySchema,
  events,
  found,
  newSecret,
  owned,
  requireAddress,
  status,
  toDelivery,
  toWebhook,
  url,
  type WebhookDeps,
  webhookSchema,
} from './records.ts';

const defineRoute = routesFor<WebhookDeps>();

const webhookRoute = { tag: 'Webhooks', auth: 'bearer' } as const;
const path = object({
  webhook_id: string().required().max(128).meta({ description: 'Id of the webhook, from its creation' }),
});

/** A route of one webhook. */
const own = <const M extends 'get' | 'post' | 'patch' | 'delete'>(method: M, rest = '') => ({
  ...webhookRoute,
  method,
  path: `/webhooks/{webhook_id}${rest}` as const,
  params: path,
});

/** The only replies that ever hold a secret. */
const withSecret = webhookSchema.shape({
  secret: string().required().meta({ description: 'Told this once; `whsec_` and 32 bytes in base64' }),
});
const total = number().integer().min(0).required();

const DAY_MS = 24 * 3_600_000;
const ENABLED = { disabled_reason: null, failing_since: null };

const expiryOf = ({ now, settings }: WebhookDeps): Date =>
  new Date(now().getTime() + settings.JOB_RETENTION_DAYS * DAY_MS);

async function sent({ startDeliveries }: WebhookDeps, delivery: DeliveryRecord | null | undefined) {
  const waiting = found(delivery, 'Delivery');
  await startDeliveries([waiting]);
  return reply(202, toDelivery(waiting));
}

export const webhookRoutes = [
  defineRoute({
    ...webhookRoute,
    method: 'post',
    path: '/webhooks',
    summary: 'Have an address told of events; only this reply has the secret that signs them',
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
      const made = { _id: randomUUID(), user_id: user.userId, created_at: deps.now() };
      const webhook = { ...made, ...body, secrets: [stored], ...ENABLED };
      await changeWith(deps, { user, request }, 'created', async (tx) => {
        if (await deps.webhooks.insert(webhook, tx)) return webhook;
        throw new Conflict(`You have ${MAX_WEBHOOKS} webhooks, the most allowed: delete one`);
      });
      return reply(201, { ...toWebhook(webhook), secret });
    },
  }),
  defineRoute({
    ...webhookRoute,
    method: 'get',
    path: '/webhooks',
    summary: 'Webhooks of the caller, oldest first, without their secrets',
    responses: { 200: object({ webhooks: array(webhookSchema).required(), total }) },
    handle: async ({ user, deps }) => {
      const webhooks = await deps.webhooks.list(user.userId);
      return reply(200, { webhooks: webhooks.map(toWebhook), total: webhooks.length });
    },
  }),
  defineRoute({
    ...own('get'),
    summary: 'A webhook of the caller, without its secret',
    responses: { 200: webhookSchema },
    handle: async ({ params, user, deps }) => reply(200, toWebhook(await owned(deps, params, user))),
  }),
  defineRoute({
    ...own('patch'),
    summary: 'Change a webhook, disable it, or enable it again; what is left out stays',
    body: object({ url, events: events.optional().default(undefined), status }),
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
    ...own('delete'),
    summary: 'Delete a webhook with its deliveries; what waits is not sent any more',
    responses: { 204: null },
    handle: async ({ params, user, request, deps }) => {
      await changeWith(deps, { user, request }, 'deleted', (tx) =>
        deps.webhooks.delete(user.userId, params.webhook_id, tx),
      );
      return reply(204, undefined);
    },
  }),
  defineRoute({
    ...own('post', '/rotate'),
    summary: 'Make a new secret; the former one signs beside it for a day',
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
    ...own('post', '/test'),
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
    ...own('get', '/deliveries'),
    summary: 'What was sent to a webhook, newest first',
    query: object(pageQuery()),
    responses: { 200: object({ deliveries: array(deliverySchema).required(), total }) },
    handle: async ({ params, query: { limit, offset }, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      const [deliveries, all] = await deps.webhooks.deliveries(_id, limit, offset);
      return reply(200, { deliveries: deliveries.map(toDelivery), total: all });
    },
  }),
  defineRoute({
    ...own('post', '/deliveries/{delivery_id}/repeat'),
    params: path.shape({ delivery_id: string().required().max(128) }),
    summary: 'Send an event again, as a delivery of its own with the same `webhook-id`',
    responses: { 202: deliverySchema },
    handle: async ({ params, user, deps }) => {
      const { _id } = await owned(deps, params, user);
      return sent(deps, await deps.webhooks.repeat(_id, params.delivery_id, deps.now(), expiryOf(deps)));
    },
  }),
];
