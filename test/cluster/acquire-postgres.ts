/** Finds the programs of PostgreSQL: on PATH, in Debian's folders, or by installing Debian's package. */
import { existsSync } from 'node:fs';
import { appendFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Acquired, firstThatWorks, onPath, type Tool } from '../../workers/local/acquire/ways.ts';
import { runCommand } from '../../workers/local/plain/run-command.mjs';

const POSTGRES: Tool = {
  name: 'PostgreSQL',
  remedy: 'Install PostgreSQL 12 or newer, or run the command as root where apt-get is.',
};
/** Debian's packages put each version into a folder of its own, and only their wrappers on PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** The oldest version that Temporal supports. */
const LEAST = 12;
const DATABASES = '/etc/postgresql-common/createcluster.conf';
const INSTALL_S = 600;

/** Resolves with the folder that has `initdb` and `postgres`. */
export function acquirePostgres(env: NodeJS.ProcessEnv = process.env): Promise<Acquired<string>> {
  return firstThatWorks<string>(POSTGRES, [
    { name: '`initdb` and `postgres` on PATH', find: async () => checked(onPathOf(env)) },
    { name: `a version in ${DEBIAN}`, find: async () => checked(await newestOfDebian()) },
    {
      name: "Debian's package `postgresql`, which root can install",
      find: async () => {
        await install(env);
        return checked(await newestOfDebian());
      },
    },
  ]);
}

function onPathOf(env: NodeJS.ProcessEnv): string | undefined {
  const [initdb, postgres] = [onPath('initdb', env), onPath('postgres', env)];
  return initdb && postgres && dirname(initdb) === dirname(postgres) ? dirname(postgres) : undefined;
}

async function newestOfDebian(): Promise<string | undefined> {
  const versions = (await readdir(DEBIAN).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

async function checked(folder: string | undefined): Promise<string | undefined> {
  if (!folder) return undefined;
  const [, major] = /(?<!\d)(\d+)\./.exec(await runCommand(join(folder, 'postgres'), ['--version'])) ?? [];
  if (Number(major) < LEAST) throw new Error(`it is version ${major}, at least ${LEAST} is needed`);
  return folder;
}

/** Installs the programs only: by default the package also creates and starts a database. */
async function install(env: NodeJS.ProcessEnv): Promise<void> {
  if (process.getuid?.() !== 0 || !onPath('apt-get', env)) throw new Error('not root, or no apt-get');
  const apt = (...args: readonly string[]) =>
    runCommand('apt-get', ['-qq', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      deadlineS: INSTALL_S,
    });
  // Without an update the package may still be available from the known lists.
  await apt('update').catch(() => undefined);
  await apt('install', '-y', '--no-install-recommends', 'postgresql-common');
  await appendFile(DATABASES, 'create_main_cluster = false\n');
  await apt('install', '-y', '--no-install-recommends', 'postgresql');
}
