/** The files of `workers/deploy` as values, and the settings that they give the processes of the service. */
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

const ROOT = new URL('../../../../', import.meta.url);

export const sourceText = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
export const deployText = (path: string): string => sourceText(`workers/deploy/${path}`);

/** Documents of a YAML file, in the shape that the test expects; throws if one is malformed. */
export function readYaml<T>(path: string): T[] {
  return parseAllDocuments(deployText(path), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

export type Env = Readonly<Record<string, string>>;

/** Value for a secret to fill in. */
export const SECRET = 'Blue-Turbine-42-of-a-Northern-River-Dam';

/** Settings of the image itself. */
export const imageEnv = (): Env =>
  Object.fromEntries(
    [...deployText('Dockerfile').matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=(\S+)/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Settings whose value is not a plain secret. */
const GIVEN: Env = { ADMIN_USERNAME: 'admin', TEMPORAL_PAYLOAD_KEYS: `k1:${'A'.repeat(43)}=` };

/** A password must not contain the name of its setting. */
export const givenFor = (name: string): string => GIVEN[name] ?? SECRET;

/** `${NAME:?}` is a required secret, `${NAME:-value}` has a default. */
export const filledIn = (value: unknown): string =>
  String(value)
    .replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => givenFor(name))
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** A setting of the image that is not one of the process. */
export const OF_THE_IMAGE = 'HEALTH_URL';
