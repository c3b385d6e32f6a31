/** Who is asking. */
export type Role = 'user' | 'admin';

export interface Principal {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  /** Session (refresh-token family) of the access token; empty for API keys and bypass. */
  readonly sessionId: string;
  /** `jti` of the access token, to revoke it at logout. */
  readonly tokenId: string;
}
