/** Id of an artifact: the same for the same job and type, always (UUID version 5, RFC 9562, section 5.5). */
import { createHash } from 'node:crypto';
import type { ArtifactType } from './artifact.ts';

/** The job is the name space, the type the name. */
export function artifactId(jobId: string, type: ArtifactType): string {
  const namespace = Buffer.from(jobId.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(type).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
