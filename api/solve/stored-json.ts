/** What is stored of a job as a reply, whole or some of its fields: its text is passed on as it is. */
import { Readable } from 'node:stream';
import { mixed, type ObjectSchema, string } from 'yup';
import type { OpenText } from '../../mongo/read-documents.ts';
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

/** Text of an object, as `JSON.stringify` writes it, with other members before its own. */
export function storedReply({ text, bytes }: OpenText, first: object = {}): StreamReply {
  const isWhole = Buffer.isBuffer(text);
  const head = Buffer.from(JSON.stringify(first).slice(0, -1));
  const hasOthers = head.length > 1 && !(isWhole && text.length <= EMPTY.length);
  const begin = hasOthers ? Buffer.concat([head, Buffer.from(',')]) : head;
  const stream = isWhole ? Buffer.concat([begin, text.subarray(1)]) : Readable.from(joined(begin, text));
  return { status: 200, mediaType: 'application/json', stream, bytes };
}

const EMPTY = '{}';

/** `begin` in place of the brace with which the text begins. */
async function* joined(begin: Buffer, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield begin;
  let skipped = 1;
  for await (const piece of pieces) {
    yield piece.subarray(skipped);
    skipped = 0;
  }
}

/** Strings, and what opens and closes objects and lists. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/** Members with these names, as `fieldList` accepts them, in the order of the document: parsing takes five times as long. */
export function someFields(json: Buffer, fields: string): Buffer {
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
