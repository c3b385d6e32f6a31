/** Finds the native library of HiGHS: at HIGHS_LIBRARY, in the cache, or inside a pinned wheel. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadNative } from '../../../activities/solvers/highs/native.ts';
import { cacheFolder, ROOT } from '../plain/paths.mjs';
import { unpackWheel } from './archive.ts';
import { type Acquired, firstThatWorks, intoCache, platform, type Tool } from './ways.ts';

const HIGHS: Tool = {
  name: 'The native library of HiGHS',
  remedy: 'Install Python 3 with pip, or name a library in HIGHS_LIBRARY.',
};
const VERSION = '1.15.1';
const REQUIREMENTS = join(ROOT, 'activities', 'solvers', 'highs', 'requirements.txt');
const LIBRARIES = join(`highsbox-${VERSION}.data`, 'purelib', 'highsbox', 'highs_dist', 'lib');

/** `process.platform` and `process.arch` -> tag of the wheel, and name of the library in it. */
const WHEELS: Readonly<Record<string, readonly [tag: string, library: string]>> = {
  'linux-x64': ['manylinux2014_x86_64', 'libhighs.so'],
  'linux-arm64': ['manylinux2014_aarch64', 'libhighs.so'],
  'darwin-x64': ['macosx_10_13_x86_64', 'libhighs.dylib'],
  'darwin-arm64': ['macosx_11_0_arm64', 'libhighs.dylib'],
};

/** Path of the library. Rejects if no library is found; the caller then uses the WebAssembly build. */
export function acquireHighs(env: NodeJS.ProcessEnv = process.env): Promise<Acquired<string>> {
  const target = join(cacheFolder(env), `highsbox-${VERSION}`, 'libhighs');
  const configured = env['HIGHS_LIBRARY'];
  return firstThatWorks(HIGHS, [
    { name: 'HIGHS_LIBRARY', find: async () => configured && usable(configured) },
    { name: 'the cache', find: async () => (existsSync(target) ? usable(target) : undefined) },
    {
      name: 'the wheel pinned in activities/solvers/highs/requirements.txt',
      find: async () => usable(await intoCache(target, (folder) => fromWheel(folder, env))),
    },
  ]);
}

/** Checks a library. Throws if it does not load, for example because it is built for another platform or C library. */
function usable(file: string): string {
  loadNative(file);
  return file;
}

async function fromWheel(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [tag, library] = WHEELS[platform()] ?? [];
  if (!tag || !library) throw new Error(`no wheel is pinned for ${platform()}`);
  await unpackWheel(folder, { requirements: REQUIREMENTS, options: ['--platform', tag], env });
  return join(folder, LIBRARIES, library);
}
