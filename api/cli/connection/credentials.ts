/** Stored logins by server: one file, readable by its owner only, that several processes may change at once. */
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tokens } from '../../client/session.ts';
import { Refusal } from '../terminal/exit.ts';
import { environment } from './environment.ts';

export type Account = { readonly api_key: string } | ({ readonly username: string } & Tokens);

interface Credentials {
  /** Address of the last login. */
  readonly default_url?: string | undefined;
  /** Accounts by server address. */
  readonly servers: Readonly<Record<string, Account>>;
}

export async function readCredentials(file = environment.credentialsFile): Promise<Credentials> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new Refusal(`${file} cannot be read: ${error.message}`);
  });
  try {
    const { default_url, servers = {} } = JSON.parse(text) as Partial<Credentials>;
    return { default_url, servers };
  } catch {
    throw new Refusal(`${file} is damaged: delete it and sign in again`);
  }
}

/** Stores the account of a server; an undefined account is removed. */
export const saveAccount = (url: string, account: Account | undefined, file = environment.credentialsFile) =>
  changeCredentials(file, ({ servers: { [url]: _, ...others }, default_url }) =>
    account
      ? { default_url: default_url ?? url, servers: { ...others, [url]: account } }
      : { default_url: default_url === url ? undefined : default_url, servers: others },
  );

/** Sets the server that later commands use by default. */
export const saveDefaultUrl = (url: string, file = environment.credentialsFile) =>
  changeCredentials(file, (credentials) => ({ ...credentials, default_url: url }));

async function changeCredentials(
  file: string,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await alone(`${file}.lock`, async () => {
    const next = `${file}.${process.pid}`;
    await writeFile(next, `${JSON.stringify(change(await readCredentials(file)), undefined, 2)}\n`, {
      mode: 0o600,
    });
    await chmod(next, 0o600);
    await rename(next, file);
  });
}

/**
 * Age from which a lock is stale, ms. A change takes milliseconds, so an older lock was left by a process that died.
 */
const STALE_MS = 5000;
const LOOK_MS = 20;

/** Runs `action` under a lock file, so that no process overwrites the change of another. */
async function alone(lock: string, action: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const lockStats = await stat(lock).catch(() => undefined);
      if (lockStats && Date.now() - lockStats.mtimeMs > STALE_MS) await rm(lock, { force: true });
      else await delay(LOOK_MS);
    }
  }
  try {
    await action();
  } finally {
    await rm(lock, { force: true });
  }
}
