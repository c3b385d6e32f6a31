/** Ids derived from names, so that a step that is repeated uses the same id again. */
import { createHash } from 'node:crypto';

const VERSION_5 = 0x50;
const VARIANT = 0x80;

/** UUID of version 5 (RFC 9562, section 5.5), made from a name in a namespace. */
export function uuidV5(namespaceId: string, name: string): string {
  const namespace = Buffer.from(namespaceId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION_5, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Id of the job of a scenario or window, derived from its position in its experiment or execution. */
export const partJobId = (parentId: string, index: number, attempt = 1): string =>
  uuidV5(parentId, `${attempt}/${index}`);

/** Id of the job of a window in a chain other than that of the execution itself. */
export const chainJobId = (executionId: string, chain: string, index: number): string =>
  uuidV5(executionId, `${chain}/${index}`);
