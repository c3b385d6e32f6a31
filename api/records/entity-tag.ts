/** The version of a record as an entity tag, and back (RFC 9110, section 8.8.3). */
import type { Headers, RequestInfo } from '../route.ts';

export const entityTag = (version: string): Headers => ({ ETag: `"${version}"` });

/** The version that `If-Match` asks for; undefined when any will do. */
export function expectedVersion(request: RequestInfo): string | undefined {
  const header = request.header('if-match')?.trim();
  if (header === undefined || header === '*') return undefined;
  return header.replace(/^(?:W\/)?"(.*)"$/, '$1');
}
