/** Settings of the processes of a local stack: generated secrets, and for each process the settings that it reads. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiSettings } from '../../../api/config.ts';
import { workerSettings } from '../../config.ts';
import { type ProcessName, replaceFile, type StackFile } from './stack-file.ts';

const OWNER_ONLY = 0o600;
const secret = () => randomBytes(32).toString('base64url');

interface Secrets {
  /** Secret settings by name. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly admin: { readonly username: string; readonly password: string };
  /** True if the administrator has just been created. */
  readonly isNew: boolean;
}

/**
 * Secrets of the stack, generated once and readable only by the owner. Values in `env` take precedence: an external
 * database may already hold passwords that were hashed with another pepper.
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
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored) return [JSON.parse(stored) as T, false];
  const made = make();
  await replaceFile(file, JSON.stringify(made), OWNER_ONLY);
  return [made, true];
}

const HOST = '127.0.0.1';

/** Settings of all processes of a stack. Each process receives those that it reads, and its own ports. */
export const sharedSettings = (
  env: Readonly<NodeJS.ProcessEnv>,
  { secrets, admin }: Pick<Secrets, 'secrets' | 'admin'>,
  stack: StackFile,
): NodeJS.ProcessEnv => ({
  ...env,
  ...secrets,
  MONGODB_URI: stack.mongodb_uri,
  TEMPORAL_ADDRESS: stack.temporal_address,
  API_HOST: env['API_HOST'] || HOST,
  SOLVER_HOST: env['SOLVER_HOST'] || HOST,
  SOLVER_URL: stack.solver_url,
  TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] || stack.web_ui_url,
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
});

const WORKER = Object.keys(workerSettings.fields);
/** Process -> names of the settings that it reads. Third-party servers read none. */
const READ: Readonly<Record<ProcessName, readonly string[]>> = {
  api: Object.keys(apiSettings.fields),
  orchestrator: WORKER,
  solver: WORKER,
  temporal: [],
  mongod: [],
};
const SETTINGS = new Set(Object.values(READ).flat());

/**
 * Environment of a process, without settings that only other processes read; this withholds their secrets. Other
 * variables (PATH, licences of solvers, ...) go to every process.
 */
export function environmentOf(name: ProcessName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const readByProcess = new Set(READ[name]);
  return Object.fromEntries(
    Object.entries(env).filter(([key]) => !SETTINGS.has(key) || readByProcess.has(key)),
  );
}
