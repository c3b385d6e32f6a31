/** Reads the files of `workers/deploy`, and the settings that they give to the processes of the service. */
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

const ROOT = new URL('../../../../', import.meta.url);

export const sourceText = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
export const deployText = (path: string): string => sourceText(`workers/deploy/${path}`);

/** Documents of a YAML file, in the shape that the test states; throws if the file is malformed. */
export function readYaml<T>(path: string): T[] {
  return parseAllDocuments(deployText(path), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

export type Env = Readonly<Record<string, string>>;

/** Value that is filled in for a secret. */
export const SECRET = 'Blue-Turbine-42-of-a-Northern-River-Dam';

/** Settings that the image itself contains. */
export const imageEnv = (): Env =>
  Object.fromEntries(
    [...deployText('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=(\S+)/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Values for settings that cannot have an arbitrary secret as their value. */
const GIVEN: Env = { ADMIN_USERNAME: 'admin', TEMPORAL_PAYLOAD_KEYS: `k1:${'A'.repeat(43)}=` };

/** Value that is filled in for a setting. A password must not contain the name of its setting. */
export const givenFor = (name: string): string => GIVEN[name] ?? SECRET;

/** Fills in a value of a compose file: `${NAME:?}` requires a secret, `${NAME:-value}` has a default. */
export const filledIn = (value: unknown): string =>
  String(value)
    .replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => givenFor(name))
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** A variable of the image that is not a setting of the process. */
export const OF_THE_IMAGE = 'HEALTH_URL';
