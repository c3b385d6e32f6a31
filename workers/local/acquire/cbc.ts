/** Finds CBC: by the command in CBC_COMMAND or on PATH, in the cache, or inside a pinned wheel. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { unpackWheel } from './archive.ts';
import { type Acquired, firstThatWorks, intoCache, onPath, platform, type Tool } from './ways.ts';

const CBC: Tool = {
  name: 'CBC',
  remedy: 'Install it (Debian: coinor-cbc), or Python 3 with pip, or name its command in CBC_COMMAND.',
};
/** Version of the wheel. Its executable reports version 2.10.3. */
const VERSION = '3.3.2';
const REQUIREMENTS = join(ROOT, 'activities', 'solvers', 'executable', 'requirements.txt');
/** Platform -> path of the executable in the wheel. */
const MEMBERS: Readonly<Record<string, string>> = { 'linux-x64': 'linux/i64', 'linux-arm64': 'linux/arm64' };

/** Path of CBC. The file is named `cbc`, so that tools that search PATH find it in its folder. */
export function acquireCbc(env: NodeJS.ProcessEnv = process.env): Promise<Acquired<string>> {
  const target = join(cacheFolder(env), `cbc-of-pulp-${VERSION}`, 'cbc');
  const command = env['CBC_COMMAND'];
  return firstThatWorks(CBC, [
    { name: 'CBC_COMMAND', find: async () => command && usable(command) },
    { name: '`cbc` on PATH', find: async () => usable(onPath('cbc', env)) },
    { name: 'the cache', find: async () => (existsSync(target) ? usable(target) : undefined) },
    {
      name: 'the wheel pinned in activities/solvers/executable/requirements.txt',
      find: async () => usable(await intoCache(target, (folder) => fromWheel(folder, env))),
    },
  ]);
}

/**
 * Checks an executable. Rejects if it does not start, for example because it is built for another platform or C
 * library.
 */
async function usable(command: string | undefined): Promise<string | undefined> {
  if (command) await runCommand(command, ['-quit']);
  return command;
}

async function fromWheel(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const member = MEMBERS[platform()];
  if (!member) throw new Error(`no executable is pinned for ${platform()}`);
  await unpackWheel(folder, { requirements: REQUIREMENTS, env });
  return join(folder, 'pulp', 'solverdir', 'cbc', member, 'cbc');
}
