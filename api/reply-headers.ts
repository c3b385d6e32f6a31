/** Which header fields a reply may have, but for those of every reply. */
import type { ReplyHeader } from './headers.ts';
import type { AnyRoute } from './route.ts';

export const ERROR_HEADERS: Readonly<Record<number, readonly ReplyHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
};

/** Reply of a success. */
export function replyHeaders(route: AnyRoute, status: number): readonly ReplyHeader[] {
  const isCounted = route.auth === 'bearer' || route.auth === 'admin';
  return [
    ...(route.headers?.[status] ?? []),
    ...(isCounted && route.limit !== 'own' ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(route.heeds?.includes('Prefer') ? (['Preference-Applied'] as const) : []),
    ...(route.produces && status === 200 ? (['Content-Disposition'] as const) : []),
  ];
}
