/** Routes of webhooks and of what was sent to them. */
import { array, number, object, string } from 'yup';
import { reply, routesFor } from '../http/route.ts';
import { pageQuery } from '../http/schemas.ts';
import {
  changeWebhook as change,
  createWebhook as create,
  ownedWebhook,
  deleteWebhook as remove,
  repeatDelivery as repeat,
  rotateSecret as rotate,
  testWebhook as test,
} from './change-webhook.ts';
import type { WebhookDeps } from './deps.ts';
import {
  deliverySchema,
  toDelivery,
  toWebhook,
  webhookBody,
  webhookPatch,
  webhookSchema,
  webhookWithSecret,
} from './webhook.ts';

const defineRoute = routesFor<WebhookDeps>();

const webhookRoute = { tag: 'Webhooks', auth: 'bearer' } as const;

const webhookPath = object({
  webhook_id: string().required().max(128).meta({ description: 'Id of the webhook, from its creation' }),
});

const createWebhook = defineRoute({
  method: 'post',
  path: '/webhooks',
  summary: 'Have an address told of events; the reply is the only one to hold the secret that signs them',
  ...webhookRoute,
  isPersonal: true,
  body: webhookBody,
  example: {
    body: {
      url: 'https://receiver.example/grid',
      name: 'alarms',
      events: ['job.infeasible', 'schedule.missed'],
    },
    status: 201,
  },
  responses: { 201: webhookWithSecret },
  headers: { 201: ['Location'] },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    const { webhook, secret } = await create(deps, body, { user, request });
    return reply(201, { ...toWebhook(webhook), secret }, { Location: `/api/webhooks/${webhook._id}` });
  },
});

const listWebhooks = defineRoute({
  method: 'get',
  path: '/webhooks',
  summary: 'Webhooks of the caller, oldest first, without their secrets',
  ...webhookRoute,
  responses: { 200: object({ webhooks: array(webhookSchema).required() }) },
  handle: async ({ user, deps }) =>
    reply(200, { webhooks: (await deps.webhooks.list(user.userId)).map(toWebhook) }),
});

const readWebhook = defineRoute({
  method: 'get',
  path: '/webhooks/{webhook_id}',
  summary: 'A webhook of the caller, without its secret',
  ...webhookRoute,
  params: webhookPath,
  responses: { 200: webhookSchema },
  handle: async ({ params, user, deps }) =>
    reply(200, toWebhook(await ownedWebhook(deps, params.webhook_id, { user }))),
});

const changeWebhook = defineRoute({
  method: 'patch',
  path: '/webhooks/{webhook_id}',
  summary: 'Change a webhook, disable it, or enable it again; what is left out stays',
  ...webhookRoute,
  params: webhookPath,
  body: webhookPatch,
  responses: { 200: webhookSchema },
  handle: async ({ params, body, user, request, deps }) =>
    reply(200, toWebhook(await change(deps, params.webhook_id, body, { user, request }))),
});

const deleteWebhook = defineRoute({
  method: 'delete',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook with its deliveries; what waits is not sent any more',
  ...webhookRoute,
  params: webhookPath,
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await remove(deps, params.webhook_id, { user, request });
    return reply(204, undefined);
  },
});

const rotateSecret = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/rotate',
  summary: 'Make a new secret; the former one signs beside it for a day',
  ...webhookRoute,
  isPersonal: true,
  params: webhookPath,
  responses: { 200: webhookWithSecret },
  handle: async ({ params, user, request, deps }) => {
    const { webhook, secret } = await rotate(deps, params.webhook_id, { user, request });
    return reply(200, { ...toWebhook(webhook), secret });
  },
});

const testWebhook = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/test',
  summary: 'Send an event of type `test`',
  ...webhookRoute,
  params: webhookPath,
  responses: { 202: deliverySchema },
  handle: async ({ params, user, request, deps }) =>
    reply(202, toDelivery(await test(deps, params.webhook_id, { user, request }))),
});

const listDeliveries = defineRoute({
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries',
  summary: 'What was sent to a webhook, newest first',
  ...webhookRoute,
  params: webhookPath,
  query: object(pageQuery()),
  responses: {
    200: object({
      deliveries: array(deliverySchema).required(),
      total: number().integer().min(0).required(),
    }),
  },
  handle: async ({ params, query: { limit, offset }, user, deps }) => {
    const { _id } = await ownedWebhook(deps, params.webhook_id, { user });
    const { deliveries, total } = await deps.deliveryRecords.list(_id, limit, offset);
    return reply(200, { deliveries: deliveries.map(toDelivery), total });
  },
});

const repeatDelivery = defineRoute({
  method: 'post',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/repeat',
  summary: 'Send an event again, with the same `webhook-id`',
  ...webhookRoute,
  params: webhookPath.shape({ delivery_id: string().required().max(128) }),
  responses: { 202: deliverySchema },
  errors: [409],
  handle: async ({ params, user, request, deps }) =>
    reply(202, toDelivery(await repeat(deps, params.webhook_id, params.delivery_id, { user, request }))),
});

export const webhookRoutes = [
  createWebhook,
  listWebhooks,
  readWebhook,
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  testWebhook,
  listDeliveries,
  repeatDelivery,
];
