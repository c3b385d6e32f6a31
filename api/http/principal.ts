/** Who is asking, and how far their credentials reach. */
import type { ModuleLevels } from '../accounts/modules.ts';

export type Role = 'user' | 'admin';

/** What an API key may be restricted to: reading, or everything else too. */
export const SCOPES = ['read', 'write'] as const;
type Scope = (typeof SCOPES)[number];

export interface Principal {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Session (refresh-token family) of the access token; empty for API keys and bypass. */
  readonly sessionId: string;
  /** `jti` of the access token, to revoke it at logout. */
  readonly tokenId: string;
  /** When the token or key at hand ends; null = never. */
  readonly expiresAt: Date | null;
  /** Signed in a moment ago, so that the password need not be asked for again. */
  readonly isFresh: boolean;
  readonly levels: ModuleLevels;
  /** An API key stands for its user but on account routes. */
  readonly via: 'token' | 'key';
  /** Of the API key; a token has them all. */
  readonly scopes: readonly Scope[];
}

/** Who asks on a route that needs no token. */
export const ANONYMOUS: Principal = {
  userId: '',
  username: '',
  role: 'user',
  sessionId: '',
  tokenId: '',
  expiresAt: null,
  isFresh: false,
  levels: { analyst: 'none', 'power-flow': 'none', 'model-builder': 'none', 'model-tuner': 'none' },
  via: 'token',
  scopes: [],
};
