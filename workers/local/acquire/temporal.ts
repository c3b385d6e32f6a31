/**
 * Finds the Temporal CLI: a running server, a program on PATH or in the cache, the official archive, or a build from
 * its modules.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, failureLog, ROOT } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { type Archive, type Archives, fromArchive } from './archive.ts';
import { type Acquired, firstThatWorks, intoCache, onPath, type Tool, usable } from './ways.ts';

const TEMPORAL: Tool = {
  name: 'The Temporal server',
  remedy:
    'Install the Temporal CLI 1.8 or newer, or the Go that temporal/server/go.mod names, or name a running server in TEMPORAL_ADDRESS.',
};
const TEMPORAL_VERSION = '1.8.2';
/** Least version of the CLI: the first with every option that the server is started with. */
const LEAST = [1, 8] as const;
/**
 * Archives of the CLI. Temporal publishes the SHA-256 in `checksums.txt` of each release; a new version needs new ones.
 */
const ARCHIVES: Archives = {
  'linux-x64': archive('linux_amd64', 'd8421bda989e6514b4bdb4d63a9012a8a05a806892e881a5aad8510496349a94'),
  'linux-arm64': archive('linux_arm64', '83600a8fac6e3da54093e5da6918d399f501532b9f1172235603f9606f4ac6e4'),
  'darwin-x64': archive('darwin_amd64', '489d7f5420cae02b559774ac23df035141954c33a51dba96f5759a0ddccdf1b6'),
  'darwin-arm64': archive('darwin_arm64', 'dacdc3587682c04cf27e67c8878ca2d755230b6ad63c0c6ebddd7348ae90ed94'),
};
const PACKAGE = 'github.com/temporalio/cli';

/** A running server, or a command that starts one. */
interface ServerSource {
  readonly address?: string;
  readonly command?: string;
}

export function acquireTemporal({
  env = process.env,
  archives = ARCHIVES,
}: {
  env?: NodeJS.ProcessEnv;
  archives?: Archives;
} = {}): Promise<Acquired<ServerSource>> {
  const target = join(cacheFolder(env), `temporal-${TEMPORAL_VERSION}`, 'temporal');
  const address = env['TEMPORAL_ADDRESS'];
  return firstThatWorks<ServerSource>(TEMPORAL, [
    { name: 'TEMPORAL_ADDRESS', find: async () => (address ? { address } : undefined) },
    { name: '`temporal` on PATH', find: async () => toCommand(onPath('temporal', env)) },
    { name: `the cache`, find: async () => toCommand(existsSync(target) ? target : undefined) },
    {
      name: 'the official archive pinned in workers/local/acquire/temporal.ts',
      find: async () => toCommand(await intoCache(target, (folder) => fromArchive(folder, archives, env))),
    },
    {
      name: '`go build` of temporal/server (a few minutes, once)',
      find: async () => toCommand(await intoCache(target, (folder) => fromSource(folder, env))),
    },
  ]);
}

const toCommand = async (command: string | undefined) =>
  command ? { command: await usable(command, LEAST) } : undefined;

function archive(platform: string, sha256: string): Archive {
  const file = `temporal_cli_${TEMPORAL_VERSION}_${platform}.tar.gz`;
  const url = `https://github.com/temporalio/cli/releases/download/v${TEMPORAL_VERSION}/${file}`;
  return { url, sha256, member: 'temporal' };
}

async function fromSource(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  console.log('Building the Temporal CLI from its modules; this takes a few minutes, once.');
  const stamp = `-X ${PACKAGE}/internal/temporalcli.Version=${TEMPORAL_VERSION}`;
  return goBuild(`${PACKAGE}/cmd/temporal`, join(folder, 'temporal'), { env, stamp });
}

const BUILD_S = 40 * 60;

interface Build {
  readonly env: NodeJS.ProcessEnv;
  /** Linker option, for example one that sets a version. */
  readonly stamp?: string;
}

/** Builds a program from the Go modules that `temporal/server` pins by their hashes. Resolves with `target`. */
export async function goBuild(program: string, target: string, { env, stamp = '' }: Build): Promise<string> {
  if (!onPath('go', env)) throw new Error('there is no Go on PATH');
  await runCommand('go', ['build', '-trimpath', '-ldflags', `-s -w ${stamp}`.trim(), '-o', target, program], {
    cwd: join(ROOT, 'temporal', 'server'),
    env: { ...env, CGO_ENABLED: '0' },
    deadlineS: BUILD_S,
    log: failureLog(`go-build-${basename(target)}`, env),
    see: 'go.mod and go.sum in temporal/server',
  });
  return target;
}
