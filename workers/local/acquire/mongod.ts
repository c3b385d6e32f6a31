/**
 * Finds MongoDB: a running server, a program on PATH or in the cache, the official archive, or the server inside a
 * pinned wheel.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, ROOT } from '../plain/paths.mjs';
import { type Archives, fromArchive, unpackWheel } from './archive.ts';
import { type Acquired, firstThatWorks, intoCache, onPath, type Tool, usable } from './ways.ts';

const MONGODB: Tool = {
  name: 'MongoDB',
  remedy:
    'Install mongod 6.0 or newer, or Python 3 with pip (linux-x64), or name a running replica set in MONGODB_URI.',
};
/** Version of the official archive. The next constant: version of the server inside the wheel. */
const ARCHIVE_VERSION = '7.0.37';
const WHEEL_VERSION = '6.0.5';
const ARCHIVE_NAME = `mongodb-linux-x86_64-ubuntu2204-${ARCHIVE_VERSION}`;
/** Archives of the server. MongoDB publishes the SHA-256 next to each archive; a new version needs a new one. */
const ARCHIVES: Archives = {
  'linux-x64': {
    url: `https://fastdl.mongodb.org/linux/${ARCHIVE_NAME}.tgz`,
    sha256: '2ecdcf8c6939b5e8572e4bb2ff0cbe77dc217cb51d3f312fefe72bcbd0a59c54',
    member: `${ARCHIVE_NAME}/bin/mongod`,
  },
};
/** Least version of MongoDB: the oldest one that is tested. */
const LEAST = [6, 0] as const;
const REQUIREMENTS = join(ROOT, 'mongo', 'server', 'requirements.txt');
const MEMBER = 'purelib/fiftyone/db/bin/mongod';

/** A running server, or a command that starts one. */
interface ServerSource {
  readonly uri?: string;
  readonly command?: string;
}

export function acquireMongod({
  env = process.env,
  archives = ARCHIVES,
}: {
  env?: NodeJS.ProcessEnv;
  archives?: Archives;
} = {}): Promise<Acquired<ServerSource>> {
  const cached = (version: string) => join(cacheFolder(env), `mongod-${version}`, 'mongod');
  const uri = env['MONGODB_URI'];
  return firstThatWorks<ServerSource>(MONGODB, [
    { name: 'MONGODB_URI', find: async () => (uri ? { uri } : undefined) },
    { name: '`mongod` on PATH', find: async () => toCommand(onPath('mongod', env)) },
    {
      name: 'the cache',
      find: async () =>
        toCommand([ARCHIVE_VERSION, WHEEL_VERSION].map(cached).find((file) => existsSync(file))),
    },
    {
      name: 'the official archive pinned in workers/local/acquire/mongod.ts',
      find: async () =>
        toCommand(await intoCache(cached(ARCHIVE_VERSION), (folder) => fromArchive(folder, archives, env))),
    },
    {
      name: 'the wheel pinned in mongo/server/requirements.txt',
      find: async () => toCommand(await intoCache(cached(WHEEL_VERSION), (folder) => fromWheel(folder, env))),
    },
  ]);
}

const toCommand = async (command: string | undefined) =>
  command ? { command: await usable(command, LEAST) } : undefined;

async function fromWheel(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  await unpackWheel(folder, { requirements: REQUIREMENTS, env });
  const data = (await readdir(folder)).find((file) => file.endsWith('.data'));
  return join(folder, data ?? '', MEMBER);
}
