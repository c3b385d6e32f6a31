/**
 * Encrypts the service's data in Temporal: payloads (arguments, results, signals, heartbeats, summaries) and the
 * messages and stacks of failures, which are converted to payloads. AES-256-GCM with keys from TEMPORAL_PAYLOAD_KEYS.
 * Search attributes, ids, and names of workflows and activities are not payloads and are not encrypted, because the
 * server searches and routes by them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';

/** Key id -> key of 32 bytes. The first key encrypts; all keys decrypt. */
type PayloadKeys = ReadonlyMap<string, Buffer>;

/**
 * Id that may take the place of the first key. New payloads are then not encrypted, but encrypted payloads can still be
 * read.
 */
const PLAIN = 'plain';
const ENTRY = /^(?!plain:)[\w-]{1,64}:[A-Za-z0-9+/]{43}=$/;

const ENCODING = 'binary/encrypted';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** True if `list` is `id:key,id:key,...` with different ids; the first item may be `plain` instead. */
export function isKeyList(list: string): boolean {
  const entries = list.split(',');
  const isRight = entries.every((entry, at) => ENTRY.test(entry) || (at === 0 && entry === PLAIN));
  return isRight && new Set(entries.map((entry) => entry.split(':')[0])).size === entries.length;
}

const readKeys = (list: string): PayloadKeys =>
  new Map(
    list
      .split(',')
      .map((entry) => entry.split(':'))
      .map(([id = '', key = '']) => [id, Buffer.from(key, 'base64')]),
  );

/**
 * Data converter of every client and worker. Without keys, payloads are not encrypted, and reading an encrypted payload
 * fails with a clear message.
 */
export function dataConverterOf({
  TEMPORAL_PAYLOAD_KEYS = PLAIN,
}: {
  readonly TEMPORAL_PAYLOAD_KEYS?: string | undefined;
}): DataConverter & Required<Pick<DataConverter, 'payloadCodecs'>> {
  const keys = readKeys(TEMPORAL_PAYLOAD_KEYS);
  return {
    payloadCodecs: [createPayloadCodec(keys)],
    ...(!keys.has(PLAIN) && {
      failureConverterPath: fileURLToPath(new URL('./failure-converter.js', import.meta.url)),
    }),
  };
}

function createPayloadCodec(keys: PayloadKeys): PayloadCodec {
  const [[id, key] = [PLAIN]] = keys;
  return {
    encode: async (payloads) =>
      key?.length ? payloads.map((payload) => encrypt(payload, id, key)) : payloads,
    decode: async (payloads) =>
      payloads.map((payload) =>
        textOf(payload, 'encoding') === ENCODING ? decrypt(payload, keys) : payload,
      ),
  };
}

function encrypt(payload: Payload, id: string, key: Buffer): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const text = cipher.update(JSON.stringify(payloadToJson(payload)), 'utf8');
  return {
    metadata: { encoding: Buffer.from(ENCODING), 'encryption-key-id': Buffer.from(id) },
    data: Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]),
  };
}

function decrypt(payload: Payload, keys: PayloadKeys): Payload {
  const id = textOf(payload, 'encryption-key-id');
  const key = keys.get(id);
  if (!key?.length)
    throw new Error(`A payload in Temporal is encrypted with key "${id}", which TEMPORAL_PAYLOAD_KEYS lacks`);
  const data = Buffer.from(payload.data ?? []);
  try {
    const decipher = createDecipheriv(CIPHER, key, data.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    const text = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES));
    return payloadFromJson(JSON.parse(Buffer.concat([text, decipher.final()]).toString()));
  } catch (cause) {
    throw new Error(
      `A payload in Temporal cannot be decrypted: key "${id}" of TEMPORAL_PAYLOAD_KEYS is another one, or the payload was changed`,
      { cause },
    );
  }
}

const textOf = ({ metadata }: Payload, name: string): string =>
  Buffer.from(metadata?.[name] ?? []).toString();

/** A payload in Temporal's JSON form, in which bytes are base64. */
export interface PayloadJson {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly data?: string | undefined;
}

export const payloadToJson = ({ metadata, data }: Payload): PayloadJson => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
  ),
  data: Buffer.from(data ?? []).toString('base64'),
});

export const payloadFromJson = ({ metadata = {}, data = '' }: PayloadJson): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
  ),
  data: Buffer.from(data, 'base64'),
});

export type PayloadSeal = ReturnType<typeof createPayloadSeal>;

/** Encrypts stored secrets that the service must be able to read, in the same way as payloads in Temporal. */
export function createPayloadSeal(settings: Parameters<typeof dataConverterOf>[0]) {
  const [codec] = dataConverterOf(settings).payloadCodecs;
  return {
    async seal(secret: string): Promise<PayloadJson> {
      const [sealed = {}] = (await codec?.encode([{ data: Buffer.from(secret) }])) ?? [];
      return payloadToJson(sealed);
    },
    async open(sealed: PayloadJson): Promise<string> {
      const [opened] = (await codec?.decode([payloadFromJson(sealed)])) ?? [];
      return Buffer.from(opened?.data ?? []).toString();
    },
  };
}
