/** What is stored of a job as a reply, whole or some of its fields: its text is passed on as it is. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mixed, type ObjectSchema, string } from 'yup';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { pickMembers } from '../../temporal/json/pick-members.ts';
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

/** `json`: text of an object that has members. */
export async function storedReply(json: Buffer, { first = {}, fields }: Shown): Promise<StreamReply> {
  const head = JSON.stringify(first).slice(0, -1);
  const separator = head === '{' ? '' : ',';
  const pieces =
    fields === undefined
      ? [Buffer.from(head + separator), json.subarray(1)]
      : [Buffer.from(head), ...(await membersText(json, namesIn(fields), separator)), Buffer.from('}')];
  return { status: 200, mediaType: 'application/json', stream: Readable.from(inPieces(pieces)) };
}

async function membersText(json: Buffer, names: readonly string[], separator: string): Promise<Buffer[]> {
  const picked = await inSlices(pickMembers(json, new Set(names)));
  return [...picked].flatMap(([name, text], i) => [
    Buffer.from(`${i === 0 ? separator : ','}${JSON.stringify(name)}:`),
    text,
  ]);
}

/** Bytes that are written, and compressed, between two turns of others. */
const PIECE_BYTES = 256 * 1024;

async function* inPieces(buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const buffer of buffers)
    for (let at = 0; at < buffer.length; at += PIECE_BYTES) {
      yield buffer.subarray(at, at + PIECE_BYTES);
      await nextTurn();
    }
}
