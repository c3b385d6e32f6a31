/** What is stored of a job as a reply, whole or some of its fields: its text is passed on as it is. */
import { mixed, type ObjectSchema, string } from 'yup';
import { refuseLarge } from '../../mongo/documents.ts';
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

/** `json`: text of an object that has members, as `JSON.stringify` writes it. Throws `LargeDocument` where it would take long. */
export function storedReply(json: Buffer, { first = {}, fields }: Shown): StreamReply {
  const text = fields === undefined ? json : some(json, fields);
  const head = JSON.stringify(first).slice(0, -1);
  const separator = head === '{' || text.length <= EMPTY.length ? '' : ',';
  return {
    status: 200,
    mediaType: 'application/json',
    stream: Buffer.concat([Buffer.from(head + separator), text.subarray(1)]),
  };
}

const EMPTY = '{}';

/** Strings, and what opens and closes objects and lists. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** Members with these names, in the order of the document: parsing a large one takes five times as long. */
function some(json: Buffer, fields: string): Buffer {
  refuseLarge(json);
  const wanted = new Set(namesIn(fields));
  // A character for each byte, so that positions are those of the buffer.
  const text = json.toString('latin1');
  const members: { readonly name: string; readonly begin: number }[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && text[index + token.length] === ':')
      members.push({ name: token.slice(1, -1), begin: index });
  }
  const found = members.flatMap(({ name, begin }, i) => {
    const end = members[i + 1]?.begin ?? text.length;
    return wanted.has(name) ? [json.subarray(begin, end - 1)] : [];
  });
  const parts = found.flatMap((member, i) => (i === 0 ? [member] : [Buffer.from(','), member]));
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]);
}
