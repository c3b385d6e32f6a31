/** Who asks for an action, and in which request. */
import type { Principal } from '../auth/principal.ts';
import type { RequestInfo } from '../route.ts';

export interface Caller {
  readonly user: Principal;
  readonly request: RequestInfo;
}
