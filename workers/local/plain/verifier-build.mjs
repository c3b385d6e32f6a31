/** Version of the verifier: the SHA-256 of its sources. Every certificate names it, and anyone can compute it again. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const FOLDER = join(ROOT, 'activities', 'verifier');
const OWN_FILE = 'verifier-build.ts';
const VALUE = /(?<=VERIFIER_SHA256 = ')[0-9a-f]*/;

/** Hash of the text that `sha256sum` prints for the sources, ordered by path. */
export async function verifierSha256() {
  const names = await readdir(FOLDER, { recursive: true });
  const sources = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts'));
  const lines = sources
    .filter((name) => name !== OWN_FILE)
    .sort()
    .map(async (name) => `${hash(await readFile(join(FOLDER, name)))}  ${name}\n`);
  return hash((await Promise.all(lines)).join(''));
}

/** Writes the hash next to the sources, unless it is up to date. */
export async function writeVerifierBuild() {
  const file = join(FOLDER, OWN_FILE);
  const text = await readFile(file, 'utf8');
  const current = text.replace(VALUE, await verifierSha256());
  if (current !== text) await writeFile(file, current);
}

/** @param {string | Buffer} content */
const hash = (content) => createHash('sha256').update(content).digest('hex');
