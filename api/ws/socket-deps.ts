/** What the chat socket needs of the service. */
import type { Deps } from '../deps.ts';

export type SocketDeps = Pick<
  Deps,
  | 'settings'
  | 'tokens'
  | 'standings'
  | 'apiKeys'
  | 'subscriptions'
  | 'limits'
  | 'audit'
  | 'log'
  | 'metrics'
  | 'now'
  | 'stopping'
>;
