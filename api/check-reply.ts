/** Holds a reply against the schema its route declares: documentation that lies is a fault of ours. */
import { ObjectSchema } from 'yup';
import { replyHeaders } from './reply-headers.ts';
import type { AnyReply, AnyRoute, StreamReply } from './route.ts';

export async function checkReply(route: AnyRoute, answer: AnyReply | StreamReply): Promise<void> {
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
