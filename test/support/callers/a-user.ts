/** A caller with the access of an ordinary user, signed in by a token. */
import type { Principal } from '../../../api/http/principal.ts';

export const aUser = (userId: string, role: Principal['role'] = 'user'): Principal => ({
  userId,
  username: userId,
  role,
  sessionId: '',
  expiresAt: null,
  isFresh: false,
  mustEnrol: false,
  tokenId: '',
  levels: {
    analyst: 'standard',
    'power-flow': 'standard',
    'model-builder': 'standard',
    'model-tuner': 'none',
  },
  via: 'token',
  scopes: ['read', 'write'],
});
