/** What the processes of a local stack are told: generated secrets, and to each the settings that it reads. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiSettings } from '../../../api/config.ts';
import { workerSettings } from '../../config.ts';
import { type ProcessName, replaceFile, type StackFile } from './stack-file.ts';

const OWNER_ONLY = 0o600;
const secret = () => randomBytes(32).toString('base64url');

interface Secrets {
  /** Settings. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly admin: { readonly username: string; readonly password: string };
  /** The administrator was made just now. */
  readonly isNew: boolean;
}

/**
 * Generated once, readable by their owner only. What `env` sets wins: a database beside the stack may already hold
 * passwords made with its own pepper.
 */
export async function loadSecrets(dataFolder: string, env: NodeJS.ProcessEnv = {}): Promise<Secrets> {
  const [made] = await keep(join(dataFolder, 'secrets.json'), () => ({
    JWT_SECRET: secret(),
    PASSWORD_PEPPER: secret(),
    SOLVER_TOKEN: secret(),
  }));
  const [admin, isNew] = await keep(join(dataFolder, 'admin.json'), () => ({
    username: env['ADMIN_USERNAME'] || 'admin',
    password: env['ADMIN_PASSWORD'] || randomBytes(15).toString('base64url'),
  }));
  const secrets = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, env[name] || value]));
  return { secrets, admin, isNew };
}

async function keep<T>(file: string, make: () => T): Promise<[kept: T, isNew: boolean]> {
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return [JSON.parse(known) as T, false];
  const made = make();
  await replaceFile(file, JSON.stringify(made), OWNER_ONLY);
  return [made, true];
}

const HOST = '127.0.0.1';

/** What all processes of a stack are told alike; each is given of it what it reads, and its own ports. */
export const sharedSettings = (
  given: Readonly<NodeJS.ProcessEnv>,
  { secrets, admin }: Pick<Secrets, 'secrets' | 'admin'>,
  stack: StackFile,
): NodeJS.ProcessEnv => ({
  ...given,
  ...secrets,
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
  API_HOST: given['API_HOST'] || HOST,
  SOLVER_HOST: given['SOLVER_HOST'] || HOST,
  SOLVER_URL: stack.solver_url,
  TEMPORAL_UI_URL: given['TEMPORAL_UI_URL'] || stack.web_ui_url,
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
});

const WORKER = Object.keys(workerSettings.fields);
/** The servers, which are not ours, are given no setting at all. */
const READ: Readonly<Record<ProcessName, readonly string[]>> = {
  api: Object.keys(apiSettings.fields),
  orchestrator: WORKER,
  solver: WORKER,
  temporal: [],
  mongod: [],
};
const SETTINGS = new Set(Object.values(READ).flat());

/**
 * The environment of a process: it is given no setting, and so no secret, that only others read. What is no setting
 * of the service (PATH, licences of solvers, ...) goes to every process.
 */
export function environmentOf(name: ProcessName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set(READ[name]);
  return Object.fromEntries(Object.entries(env).filter(([key]) => !SETTINGS.has(key) || own.has(key)));
}
