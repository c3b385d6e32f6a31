/** What is stored of a job as a reply, whole or some of its fields: its text is passed on as it is. */
import { mixed, type ObjectSchema, string } from 'yup';
import { parseDocument } from '../../mongo/documents.ts';
import { toJsonSchema } from '../http/json-schema.ts';
import type { StreamReply } from '../http/route.ts';

const namesIn = (text: string): string[] => text.split(',');

/** A query parameter that names fields of a document, with commas between them. */
export const fieldList = ({ fields }: Pick<ObjectSchema<object>, 'fields'>) => {
  const known = Object.keys(fields);
  const words = `Input should be names with commas between them, out of ${known.join(', ')}`;
  return string()
    .test('enum', words, (text) => text === undefined || namesIn(text).every((name) => known.includes(name)))
    .optional()
    .meta({ description: 'Only these fields, with commas between them; absent = all' });
};

/** The reply of who may have asked for some fields; those of `always` it has in any case. */
export const wholeOrFields = <Document extends object>(
  schema: ObjectSchema<Document>,
  always: readonly (keyof Document)[] = [],
) => {
  const some = schema.partial().concat(schema.pick([...always]));
  return mixed().meta({ anyOf: [toJsonSchema(schema), toJsonSchema(some)] });
};

interface Shown {
  /** Members that come first and are not stored. */
  readonly first?: object;
  /** Names that `fieldList` accepts; absent: the whole. */
  readonly fields?: string | undefined;
}

/** `json`: text of an object that has members. Throws `LargeDocument` where it would take long. */
export function storedReply(json: Buffer, { first = {}, fields }: Shown): StreamReply {
  const text = fields === undefined ? json : Buffer.from(JSON.stringify(some(parseDocument(json), fields)));
  const head = JSON.stringify(first).slice(0, -1);
  const separator = head === '{' || text.length <= EMPTY.length ? '' : ',';
  return {
    status: 200,
    mediaType: 'application/json',
    stream: Buffer.concat([Buffer.from(head + separator), text.subarray(1)]),
  };
}

const EMPTY = '{}';

/** In the order of the document. */
function some(document: object, fields: string): object {
  const wanted = new Set(namesIn(fields));
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name)));
}
