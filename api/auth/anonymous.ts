/** Who asks on a route that needs no token. */
import type { Principal } from './principal.ts';

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
