/** The token of an `Authorization` header (RFC 6750, section 2.1). */
const BEARER = /^Bearer +(\S.*)$/i;

/** Empty when the header holds none. */
export const bearerOf = (authorization: string): string => BEARER.exec(authorization)?.[1]?.trim() ?? '';
