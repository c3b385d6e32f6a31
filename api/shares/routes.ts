/** Links that give read access to one job, experiment or run of the caller: create, list, revoke, open. */
import { randomUUID } from 'node:crypto';
import { array, boolean, type InferType, number, object, string } from 'yup';
import { MAX_SHARES, SHARE_KINDS, type ShareRecord } from '../../mongo/shares.ts';
import { Conflict, Forbidden, NotFound } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { reply, routesFor } from '../http/route.ts';
import { digest } from '../http/secrets.ts';
import { newSecret, type ShareDeps, storeOf } from './guests.ts';

const defineRoute = routesFor<ShareDeps>();
/** API keys may not create or revoke links, because a link could outlive the key. */
const shareRoute = { tag: 'Shares', auth: 'bearer', keys: 'refused' } as const;

const DAY_MS = 86_400_000;
const timestamp = () => string().datetime({ precision: 3 });
const sharedThing = () => ({
  kind: string().oneOf(SHARE_KINDS).required().meta({ description: 'Kind of the shared item' }),
  id: string().required().max(128).meta({ description: 'Id of the job, experiment or run' }),
});

const shareBody = object({
  ...sharedThing(),
  expires_in_days: number()
    .integer()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'Lifetime, days from now' }),
});

const shareSchema = object({
  share_id: string().uuid().required(),
  ...sharedThing(),
  created_at: timestamp().required(),
  expires_at: timestamp().required(),
  opened: number()
    .integer()
    .min(0)
    .required()
    .meta({ description: 'Number of openings; a network counts once an hour' }),
  last_opened_at: timestamp().nullable().defined().meta({ description: 'Null = never' }),
});

/** Properties of a link that both its owner and the audit log see. */
const factsOf = ({ _id: share_id, kind, id }: ShareRecord) => ({ share_id, kind, id });

const toShare = (share: ShareRecord): InferType<typeof shareSchema> => ({
  ...factsOf(share),
  created_at: share.created_at.toISOString(),
  expires_at: share.expires_at.toISOString(),
  opened: share.opened,
  last_opened_at: share.last_opened_at?.toISOString() ?? null,
});

const listShares = defineRoute({
  method: 'get',
  path: '/shares',
  light: true,
  summary: 'Links of the caller, newest first, without their secrets; expired ones for 30 days',
  ...shareRoute,
  responses: {
    200: object({
      allowed: boolean().required().meta({ description: 'False: an administrator has switched links off' }),
      shares: array(shareSchema.required()).required(),
    }),
  },
  handle: async ({ user, deps }) => {
    const shares = await deps.shares.list(user.userId);
    return reply(200, { allowed: deps.settings.ALLOW_SHARE_LINKS, shares: shares.map(toShare) });
  },
});

const makeShare = defineRoute({
  method: 'post',
  path: '/shares',
  light: true,
  summary:
    'Create a link that gives read access to a job, experiment or run of the caller; only this reply has its secret',
  tag: 'Shares',
  auth: 'bearer',
  body: shareBody,
  example: {
    body: { kind: 'job', id: '5f0c5a1e-8c7e-4a52-9a39-6d1b8f6f3c11', expires_in_days: 30 },
    status: 201,
  },
  responses: {
    201: shareSchema.shape({
      secret: string().required().meta({
        description:
          'Secret of the link, shown only in this reply: a bearer token, and the end of the address `#/shared/SECRET`',
      }),
    }),
  },
  headers: { 201: ['Cache-Control'] },
  errors: [404, 409],
  handle: async ({ body, user, request, deps }) => reply(201, await share(deps, body, { user, request })),
});

/** Creates a link. Throws `NotFound` for an item of another user: administrators may open it, but not share it. */
async function share(deps: ShareDeps, body: InferType<typeof shareBody>, caller: Caller) {
  const { kind, id, expires_in_days } = body;
  if (!deps.settings.ALLOW_SHARE_LINKS) throw new Forbidden('An administrator has switched links off');
  const { userId, via, tokenId, expiresAt } = caller.user;
  if ((await storeOf(deps, kind).find(id))?.user_id !== userId)
    throw new NotFound(`You have no ${kind} of this id`);
  const secret = newSecret();
  const created_at = deps.now();
  const requestedEnd = new Date(created_at.getTime() + expires_in_days * DAY_MS);
  // A link created with an API key expires with the key at the latest.
  const byKey = via === 'key' && { key: tokenId };
  const expires_at = byKey && expiresAt && expiresAt < requestedEnd ? expiresAt : requestedEnd;
  const record: ShareRecord = {
    ...{ _id: randomUUID(), user_id: userId, digest: digest(secret), kind, id, created_at, expires_at },
    ...{ opened: 0, last_opened_at: null, ...byKey },
  };
  await deps.audit.together(async (tx) => {
    if ((await deps.shares.insert(record, tx)) === 'too many')
      throw new Conflict(`You already have ${MAX_SHARES} links, the maximum: revoke some`);
    await deps.audit.record('share_made', auditSubject(caller, factsOf(record)), tx);
  });
  return { ...toShare(record), secret };
}

const revokeShare = defineRoute({
  method: 'delete',
  path: '/shares/{share_id}',
  light: true,
  summary: 'Revoke a link of the caller, effective at once',
  ...shareRoute,
  params: object({
    share_id: string().required().max(128).meta({ description: 'Id of the link' }),
  }),
  responses: { 204: null },
  handle: async ({ params, user, request, deps }) => {
    await deps.audit.together(async (tx) => {
      const revoked = await deps.shares.delete(user.userId, params.share_id, tx);
      if (!revoked) throw new NotFound('Link not found');
      await deps.audit.record('share_revoked', auditSubject({ user, request }, factsOf(revoked)), tx);
    });
    return reply(204, undefined);
  },
});

const readShared = defineRoute({
  method: 'get',
  path: '/shared',
  light: true,
  summary: 'The item shared by the link whose secret is sent as the token',
  tag: 'Shares',
  auth: 'bearer',
  shared: 'any',
  limit: 'read',
  responses: { 200: object({ ...sharedThing(), expires_at: timestamp().required() }) },
  errors: [404],
  handle: async ({ user: { shared, expiresAt } }) => {
    if (!shared || !expiresAt) throw new NotFound('The token belongs to an account, not to a link');
    return reply(200, { kind: shared.kind, id: shared.id, expires_at: expiresAt.toISOString() });
  },
});

export const shareRoutes = [makeShare, listShares, revokeShare, readShared];
