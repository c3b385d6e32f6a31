/** The origins of `CORS_ORIGINS`. */
export const allowedOrigins = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((origin) => origin.trim()));
