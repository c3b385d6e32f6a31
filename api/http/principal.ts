/** The caller of a request: identity, reach of the credentials, and open modules. */

export type Role = 'user' | 'admin';

/** Scopes of an API key: `read` for reading, `write` for everything else. */
export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** Modules of the service, which are opened to an account one by one. */
export const MODULE_IDS = ['analyst', 'power-flow', 'model-builder', 'model-tuner'] as const;
export type ModuleId = (typeof MODULE_IDS)[number];

/** Access levels, ascending: each level includes the levels before it. */
export const ACCESS_LEVELS = ['none', 'basic', 'standard', 'premium'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The module that a route belongs to, and the least access level that opens it. */
export interface ModuleAccess {
  readonly id: ModuleId;
  readonly level: Exclude<AccessLevel, 'none'>;
}

export type ModuleLevels = Readonly<Record<ModuleId, AccessLevel>>;

export const includesLevel = (level: AccessLevel, required: AccessLevel): boolean =>
  ACCESS_LEVELS.indexOf(level) >= ACCESS_LEVELS.indexOf(required);

/** Kind of item that a link may share -> name of its id in route paths. */
export const SHARED_IDS = { job: 'job_id', experiment: 'experiment_id', run: 'execution_id' } as const;
type SharedKind = keyof typeof SHARED_IDS;

/** The one item that a guest may read, and its owner. */
export interface Shared {
  readonly ownerId: string;
  readonly kind: SharedKind;
  readonly id: string;
}

export interface Principal {
  /** Id of the user; for a guest, the id of the link, which no account has. */
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Session (refresh-token family) of the access token; empty for API keys and bypass. */
  readonly sessionId: string;
  /** `jti` of the access token, by which a logout revokes it; for an API key its digest. */
  readonly tokenId: string;
  /** Expiry of the token or key; null if it does not expire. */
  readonly expiresAt: Date | null;
  /** True shortly after the sign-in, when the password is not required again. */
  readonly isFresh: boolean;
  /** True if the account must set up a second factor first; all other calls are refused. */
  readonly mustEnrol: boolean;
  readonly levels: ModuleLevels;
  /** Kind of credentials. An API key acts as its user except on account routes; a link acts for no user. */
  readonly via: 'token' | 'key' | 'link';
  /** Scopes of the API key; for a token, all scopes. */
  readonly scopes: readonly Scope[];
  /** The shared item; set for guests only. */
  readonly shared?: Shared;
}

/** Caller of a route that needs no token. */
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
