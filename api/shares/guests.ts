/**
 * Guests: callers who present the secret of a link. Quotas, logs and the audit log treat each guest as a separate
 * caller. A guest reads with the rights of the link's owner, and can read only the shared item (`http/access.ts`,
 * `runs/status.ts`).
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { boolean, object } from 'yup';
import type { ApiKeys } from '../../mongo/api-keys.ts';
import type { Executions } from '../../mongo/executions.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import type { Jobs } from '../../mongo/jobs.ts';
import type { ShareRecord, Shares } from '../../mongo/shares.ts';
import { bearerOf } from '../accounts/access-tokens.ts';
import type { AccountCache } from '../accounts/account-cache.ts';
import { clientNetwork } from '../http/client-network.ts';
import type { KitDeps } from '../http/deps.ts';
import { NotFound } from '../http/errors.ts';
import type { Gate } from '../http/handle-request.ts';
import { ANONYMOUS, type Principal } from '../http/principal.ts';
import type { RequestContext } from '../http/request.ts';
import { digest } from '../http/secrets.ts';

export const shareSettings = object({
  ALLOW_SHARE_LINKS: boolean().default(true).meta({
    description: 'Users may share a job, experiment or run by a link; false: links are refused',
  }),
});

export interface ShareDeps extends Pick<KitDeps, 'audit' | 'now'> {
  readonly shares: Shares;
  readonly jobs: Pick<Jobs, 'find'>;
  readonly experiments: Pick<Experiments, 'find'>;
  readonly executions: Pick<Executions, 'find'>;
  readonly apiKeys: Pick<ApiKeys, 'findByDigest'>;
  readonly accountCache: Pick<AccountCache, 'find'>;
  readonly settings: { readonly ALLOW_SHARE_LINKS: boolean };
}

/** Prefix by which scanners find leaked links. */
const SECRET_PREFIX = 'gos_';
const SECRET = /^gos_[\w-]{43}$/;
const SECRET_BYTES = 32;
const GUEST = 'share:';

export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;

/**
 * Extends `gate`, which authenticates accounts, to authenticate guests as well. All threads use the extended gate; the
 * chat uses `gate` only.
 */
export function withGuests(gate: Gate, deps: ShareDeps): Gate {
  const noteOpening = createNoteOpening(deps);
  return {
    ...gate,
    async authenticate(ctx) {
      const secret = bearerOf(ctx.get('Authorization'));
      if (!secret.startsWith(SECRET_PREFIX)) return gate.authenticate(ctx);
      const [share, guest] = (await findGuest(secret, deps)) ?? [];
      // A wrong, an expired and a revoked secret get the same refusal, which reveals nothing about the link.
      if (!share || !guest || ctx.get('X-API-Key'))
        throw new NotFound('There is no such link, or it has expired or was revoked');
      await noteOpening(share, guest, ctx);
      return guest;
    },
    noteUse: (userId, module) => {
      if (!userId.startsWith(GUEST)) gate.noteUse(userId, module);
    },
  };
}

/** Store of the items that links of this kind share. */
export const storeOf = ({ jobs, experiments, executions }: ShareDeps, kind: ShareRecord['kind']) =>
  ({ job: jobs, experiment: experiments, run: executions })[kind];

async function findGuest(secret: string, deps: ShareDeps): Promise<readonly [ShareRecord, Principal] | null> {
  const { shares, apiKeys, accountCache, settings, now } = deps;
  if (!settings.ALLOW_SHARE_LINKS || !SECRET.test(secret)) return null;
  const share = await shares.findByDigest(digest(secret));
  if (!share || share.expires_at <= now()) return null;
  if (share.key && !(await apiKeys.findByDigest(share.key))) return null;
  const { user_id: ownerId, kind, id, expires_at: expiresAt } = share;
  // The shared item may have been deleted since the link was created.
  if (!(await storeOf(deps, kind).find(id))) return null;
  const owner = await accountCache.find(ownerId, [], true);
  if (!owner || owner.mustEnrol) return null;
  const userId = `${GUEST}${share._id}`;
  const shared = { ownerId, kind, id };
  return [share, { ...ANONYMOUS, userId, expiresAt, levels: owner.levels, via: 'link', shared }];
}

/** Maximum number of openings that this process remembers. */
const MOST_NOTED = 10_000;
/** Length of the text of an hour, `2026-11-25T18`. */
const HOUR_CHARACTERS = 13;

/** Counts openings of links. Requests from one network within an hour count as one opening, over all processes. */
function createNoteOpening({ shares, audit, now }: ShareDeps) {
  const countedOpenings = new LRUCache<string, true>({ max: MOST_NOTED });
  return async (share: ShareRecord, { userId }: Principal, ctx: RequestContext): Promise<void> => {
    const { _id: share_id, user_id: owner, kind, id } = share;
    const at = now();
    const hour = at.toISOString().slice(0, HOUR_CHARACTERS);
    const visit = digest(`${share_id} ${clientNetwork(ctx.ip)} ${hour}`);
    if (countedOpenings.has(visit)) return;
    const details = { share_id, kind, id, owner };
    const subject = { userId, details, ip: ctx.ip, userAgent: ctx.get('User-Agent') };
    await audit.together(async (tx) => {
      if (await shares.countOpening(share_id, visit, at, tx)) await audit.record('share_opened', subject, tx);
    });
    countedOpenings.set(visit, true);
  };
}
