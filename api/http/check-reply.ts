/** Which header fields a reply may have, and whether it is as its route declares. */
import { ObjectSchema } from 'yup';
import type { ReplyHeader } from './headers.ts';
import type { AnyReply, RouteShape, StreamReply } from './route.ts';

/** Header fields that the reply of a success may have, beyond those of every reply. */
export function replyHeaders(route: RouteShape, status: number): readonly ReplyHeader[] {
  const isCounted = (route.auth === 'bearer' || route.auth === 'admin') && route.limit !== 'none';
  return [
    ...(route.headers?.[status] ?? []),
    ...(isCounted && route.limit !== 'own' ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(route.heeds?.includes('Prefer') ? (['Preference-Applied'] as const) : []),
    ...(route.produces && status === 200 ? (['Content-Disposition'] as const) : []),
  ];
}

/** Holds a reply against the schema its route declares: documentation that lies is a fault of ours. */
export async function checkReply(route: RouteShape, answer: AnyReply | StreamReply): Promise<void> {
  const where = `${route.method} ${route.path} ${answer.status}`;
  const declared: readonly string[] = replyHeaders(route, answer.status);
  const unknown = Object.keys(answer.headers ?? {}).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new TypeError(`${where}: undeclared header ${unknown}`);
  if ('stream' in answer) return;
  const schema = route.responses[answer.status];
  if (schema === undefined) throw new TypeError(`${where}: undeclared status`);
  if (schema === null) {
    if (answer.body !== undefined && answer.body !== null) throw new TypeError(`${where}: unexpected body`);
    return;
  }
  const exact = schema instanceof ObjectSchema ? schema.noUnknown() : schema;
  await exact.validate(answer.body, { strict: true, abortEarly: false });
}
