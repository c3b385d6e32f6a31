/** The files of a form (multipart/form-data), under the paths that they were sent with. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ImportError } from '../base/report.ts';
import { FILE_LIMITS, type FileLimits, type FileSet, fileSet } from './file-set.ts';

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

/** Throws `ImportError`: no form, cut off, two files of one name, or too many. */
export async function readForm(
  bytes: Buffer,
  contentType: string,
  limits: FileLimits = FILE_LIMITS,
): Promise<FileSet> {
  const files = new Map<string, Buffer>();
  let problem: ImportError | undefined;
  const refuse = (message: string): void => {
    problem ??= new ImportError([], message);
  };
  const busboy = toBusboy(contentType, limits);
  busboy.on('file', (field, stream, filename) => {
    const name = nameOf(field, filename ?? '');
    if (name.split('/').includes('..')) refuse(`${name}: a path may not lead out of its folder`);
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', (error) => refuse(`Not a form: ${error.message}`));
    stream.on('limit', () => refuse(`${name}: has more than ${limits.fileBytes} bytes`));
    stream.on('end', () => {
      if (files.has(name)) refuse(`${name}: is there twice`);
      files.set(name, Buffer.concat(pieces));
    });
  });
  busboy.on('partsLimit', () => refuse(`Has more than ${limits.entries} files`));
  await pipeline(Readable.from([bytes]), busboy).catch((error: unknown) => {
    refuse(`Not a form: ${error instanceof Error ? error.message : error}`);
  });
  if (problem) throw problem;
  return fileSet(files);
}

function toBusboy(contentType: string, { entries, fileBytes }: FileLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { parts: entries, fileSize: fileBytes, headerPairs: 20 },
    });
  } catch (error) {
    throw new ImportError([], `Not a form: ${error instanceof Error ? error.message : error}`);
  }
}

/** Browsers send base names only; a page says the path as the name of the field. */
function nameOf(field: string, filename: string): string {
  const path = !filename.includes('/') && field.includes('/') ? field : filename || field;
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}
