/** What links need: their store, where what they share is found, how its owner stands, and parts of the kit. */
import { boolean, object } from 'yup';
import type { ApiKeys } from '../../mongo/api-keys.ts';
import type { Executions } from '../../mongo/executions.ts';
import type { Experiments } from '../../mongo/experiments.ts';
import type { Jobs } from '../../mongo/jobs.ts';
import type { Shares } from '../../mongo/shares.ts';
import type { AccountCache } from '../accounts/account-cache.ts';
import type { KitDeps } from '../http/deps.ts';

export const shareSettings = object({
  ALLOW_SHARE_LINKS: boolean().default(true).meta({
    description: 'Users may share a job, experiment or run by a link; false: no link opens anything',
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
