/** Secrets of a local stack, generated once and readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.mjs';

const OWNER_ONLY = 0o600;
const secret = () => randomBytes(32).toString('base64url');

/**
 * Resolves with `{ secrets, admin, isNew }`; `secrets` are settings, `admin` is `{ username, password }`. What `env`
 * sets wins: a database beside the stack may already hold passwords made with its own pepper.
 */
export async function loadSecrets(dataFolder, env = {}) {
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

async function keep(file, make) {
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return [JSON.parse(known), false];
  const made = make();
  await replaceFile(file, JSON.stringify(made), OWNER_ONLY);
  return [made, true];
}
