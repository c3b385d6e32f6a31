/** Holds a reply against the schema its route declares: documentation that lies is a fault of ours. */
import { ObjectSchema } from 'yup';
import type { AnyReply, AnyRoute, StreamReply } from './route.ts';

export async function checkReply(route: AnyRoute, answer: AnyReply | StreamReply): Promise<void> {
  if ('stream' in answer) return;
  const schema = route.responses[answer.status];
  const where = `${route.method} ${route.path} ${answer.status}`;
  if (schema === undefined) throw new TypeError(`${where}: undeclared status`);
  if (schema === null) {
    if (answer.body !== undefined && answer.body !== null) throw new TypeError(`${where}: unexpected body`);
    return;
  }
  const exact = schema instanceof ObjectSchema ? schema.noUnknown() : schema;
  await exact.validate(answer.body, { strict: true, abortEarly: false });
}
