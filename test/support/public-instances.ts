/** Published instances, for tests that use them if they are stored beside the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const ROOT = new URL('../../../../shared/data/', import.meta.url).pathname;

export interface PublicInstance {
  /** Name of the instance, for example `ca/2014-09-01_reserves_3`. */
  readonly name: string;
  read(): unknown;
}

/** Instances of a library; empty if it is missing, in which case the reason is printed. */
export function publicInstances(library: string): PublicInstance[] {
  const folder = `${ROOT}${library}/`;
  if (!existsSync(folder)) {
    process.stdout.write(`  no instances of ${library} at ${folder}: their tests are left out\n`);
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.json(\.gz)?$/.test(file))
    .sort()
    .map((file) => ({ name: file.replace(/\.json(\.gz)?$/, ''), read: () => parse(`${folder}${file}`) }));
}

function parse(path: string): unknown {
  const bytes = readFileSync(path);
  return JSON.parse(String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
}
