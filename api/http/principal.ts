/** Who is asking, how far their credentials reach, and which modules are open to them. */

export type Role = 'user' | 'admin';

/** What an API key may be restricted to: reading, or everything else too. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** Parts of the service that are opened to an account one by one. */
export const MODULE_IDS = ['analyst', 'power-flow', 'model-builder', 'model-tuner'] as const;
export type ModuleId = (typeof MODULE_IDS)[number];

/** Ascending: each includes what the ones before it open. */
export const ACCESS_LEVELS = ['none', 'basic', 'standard', 'premium'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The module that a route belongs to, and the least access level that opens it. */
export interface ModuleAccess {
  readonly id: ModuleId;
  readonly level: Exclude<AccessLevel, 'none'>;
}

export type ModuleLevels = Readonly<Record<ModuleId, AccessLevel>>;

export const includesLevel = (held: AccessLevel, wanted: AccessLevel): boolean =>
  ACCESS_LEVELS.indexOf(held) >= ACCESS_LEVELS.indexOf(wanted);

/** What a link may share, and the name of its id in the paths of routes. */
export const SHARED_IDS = { job: 'job_id', experiment: 'experiment_id', run: 'execution_id' } as const;
type SharedKind = keyof typeof SHARED_IDS;

/** The one thing that a guest may read, and whose it is. */
export interface Shared {
  readonly ownerId: string;
  readonly kind: SharedKind;
  readonly id: string;
}

export interface Principal {
  /** A guest has that of their link, which no account has. */
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Session (refresh-token family) of the access token; empty for API keys and bypass. */
  readonly sessionId: string;
  /** `jti` of the access token, to revoke it at logout; of an API key its digest. */
  readonly tokenId: string;
  /** When the token or key at hand ends; null = never. */
  readonly expiresAt: Date | null;
  /** Signed in a moment ago, so that the password need not be asked for again. */
  readonly isFresh: boolean;
  /** A second factor is required of the account, which has none yet: nothing but its set-up is open. */
  readonly mustEnrol: boolean;
  readonly levels: ModuleLevels;
  /** An API key stands for its user but on account routes; a link for nobody. */
  readonly via: 'token' | 'key' | 'link';
  /** What an API key may do; a token may do everything. */
  readonly scopes: readonly Scope[];
  /** Set for a guest, who came by a link, and for nobody else. */
  readonly shared?: Shared;
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
  mustEnrol: false,
  levels: { analyst: 'none', 'power-flow': 'none', 'model-builder': 'none', 'model-tuner': 'none' },
  via: 'token',
  scopes: [],
};
