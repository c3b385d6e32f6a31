/** Sends stored JSON of a job as a reply, whole or selected fields, without parsing it. */
import { Readable } from 'node:stream';
import { mixed, type ObjectSchema, string } from 'yup';
import type { OpenText } from '../../mongo/read-documents.ts';
import { toJsonSchema } from '../http/json-schema.ts';
import type { StreamReply } from '../http/route.ts';

const namesIn = (text: string): string[] => text.split(',');

/** Schema of a query parameter with names of fields, separated by commas. */
export const fieldList = ({ fields }: Pick<ObjectSchema<object>, 'fields'>) => {
  const names = Object.keys(fields);
  const words = `Input should be a comma-separated list of ${names.join(', ')}`;
  return string()
    .test('enum', words, (text) => text === undefined || namesIn(text).every((name) => names.includes(name)))
    .optional()
    .meta({ description: 'Fields to return, separated by commas; default: all' });
};

/** Schema of a reply with selected fields; the fields in `always` are always present. */
export const wholeOrFields = <Document extends object>(
  schema: ObjectSchema<Document>,
  always: readonly (keyof Document)[] = [],
) => {
  const some = schema.partial().concat(schema.pick([...always]));
  return mixed().meta({ anyOf: [toJsonSchema(schema), toJsonSchema(some)] });
};

/** Reply with the text of an object, as `JSON.stringify` writes it; the members of `first` precede it. */
export function storedReply({ text, bytes }: OpenText, first: object = {}): StreamReply {
  const isWhole = Buffer.isBuffer(text);
  const head = Buffer.from(JSON.stringify(first).slice(0, -1));
  const hasOthers = head.length > 1 && !(isWhole && text.length <= EMPTY.length);
  const begin = hasOthers ? Buffer.concat([head, Buffer.from(',')]) : head;
  const stream = isWhole ? Buffer.concat([begin, text.subarray(1)]) : Readable.from(joined(begin, text));
  return { status: 200, mediaType: 'application/json', stream, bytes };
}

const EMPTY = '{}';

/** Replaces the opening brace of the text by `begin`. */
async function* joined(begin: Buffer, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield begin;
  let skipped = 1;
  for await (const piece of pieces) {
    yield piece.subarray(skipped);
    skipped = 0;
  }
}

/** Pattern of the tokens that matter: strings, and brackets of objects and lists. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;

/**
 * Selects the members with these names, as accepted by `fieldList`, in the order of the document; five times faster
 * than parsing.
 */
export function someFields(json: Buffer, fields: string): Buffer {
  const selected = new Set(namesIn(fields));
  // Decodes one character per byte, so that positions in the text are positions in the buffer.
  const text = json.toString('latin1');
  const members: { readonly name: string; readonly begin: number }[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && text[index + token.length] === ':')
      members.push({ name: token.slice(1, -1), begin: index });
  }
  const matching = members.flatMap(({ name, begin }, i) => {
    const end = members[i + 1]?.begin ?? text.length;
    return selected.has(name) ? [json.subarray(begin, end - 1)] : [];
  });
  const parts = matching.flatMap((member, i) => (i === 0 ? [member] : [Buffer.from(','), member]));
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]);
}
