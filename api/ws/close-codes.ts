/** How a socket may end (RFC 6455, 7.4.1; 4xxx are ours); 1007 and 1009 come from the library itself. */
export const CLOSE = {
  goingAway: { code: 1001, reason: 'Service is stopping' },
  notText: { code: 1003, reason: 'Text only' },
  noAccess: { code: 1008, reason: 'No access' },
  refusedOften: { code: 1008, reason: 'Too many refused messages' },
  failed: { code: 1011, reason: 'Internal error' },
  tooSlow: { code: 1013, reason: 'Reader too slow' },
  unavailable: { code: 1013, reason: 'Try again later' },
  unauthenticated: { code: 4401, reason: 'Token missing, expired or invalid' },
  tooMany: { code: 4408, reason: 'Too many connections' },
} as const;

export type Close = (typeof CLOSE)[keyof typeof CLOSE];
