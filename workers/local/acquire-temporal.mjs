/** Finds the Temporal CLI: a running server, PATH or cache, the official archive, or a build from its modules. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { intoCache } from './cache.mjs';
import { download } from './download.mjs';
import { firstThatWorks } from './first-that-works.mjs';
import { onPath } from './on-path.mjs';
import { cacheFolder, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { usable } from './usable.mjs';

export const TEMPORAL_VERSION = '1.8.2';
/** The first version that knows every option the server is started with. */
const LEAST = [1, 8];
const ARCHIVES = 'https://temporal.download/cli/archive';
/** A release archive is larger than this; anything smaller is an error page. */
const LEAST_ARCHIVE_BYTES = 1_000_000;
const BUILD_S = 40 * 60;
const PACKAGE = 'github.com/temporalio/cli';

/** Resolves with `{ found: { address } | { command }, way }`. */
export function acquireTemporal({
  env = process.env,
  archives = ARCHIVES,
  leastBytes = LEAST_ARCHIVE_BYTES,
} = {}) {
  const target = join(cacheFolder(env), `temporal-${TEMPORAL_VERSION}`, 'temporal');
  const address = env['TEMPORAL_ADDRESS'];
  return firstThatWorks('The Temporal server', [
    { name: 'TEMPORAL_ADDRESS', find: async () => (address ? { address } : undefined) },
    { name: '`temporal` on PATH', find: async () => toCommand(onPath('temporal', env)) },
    { name: `the cache`, find: async () => toCommand(existsSync(target) ? target : undefined) },
    {
      name: 'the official CLI archive',
      find: async () =>
        toCommand(await intoCache(target, (folder) => fromArchive(folder, archives, leastBytes))),
    },
    {
      name: '`go build` of temporal/server (a few minutes, once)',
      find: async () => toCommand(await intoCache(target, (folder) => fromSource(folder, env))),
    },
  ]);
}

const toCommand = async (command) => command && { command: await usable(command, LEAST) };

async function fromArchive(folder, archives, leastBytes) {
  const platform = process.platform === 'darwin' ? 'darwin' : 'linux';
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const archive = join(folder, 'temporal.tar.gz');
  const bytes = await download(`${archives}/v${TEMPORAL_VERSION}?platform=${platform}&arch=${arch}`, archive);
  if (bytes < leastBytes) throw new Error(`the archive has only ${bytes} bytes`);
  await runCommand('tar', ['-xzf', archive, '-C', folder, 'temporal']);
  return join(folder, 'temporal');
}

async function fromSource(folder, env) {
  const file = join(folder, 'temporal');
  const flags = `-s -w -X ${PACKAGE}/internal/temporalcli.Version=${TEMPORAL_VERSION}`;
  console.log('Building the Temporal CLI from its modules; this takes a few minutes, once.');
  await runCommand('go', ['build', '-trimpath', '-ldflags', flags, '-o', file, `${PACKAGE}/cmd/temporal`], {
    cwd: join(ROOT, 'temporal', 'server'),
    env: { ...env, CGO_ENABLED: '0' },
    deadlineS: BUILD_S,
  });
  return file;
}
