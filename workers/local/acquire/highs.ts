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
/** Options for any Python version, since all wheels contain the same library. */
const PYTHON = ['--python-version', '3.11', '--implementation', 'cp', '--abi', 'cp311'];

/** `process.platform` and `process.arch` -> tag of the wheel, and path of the library in it. */
const WHEELS: Readonly<Record<string, readonly [tag: string, member: string]>> = {
  'linux-x64': ['manylinux_2_28_x86_64', 'libhighs.so.1'],
  'linux-arm64': ['manylinux_2_28_aarch64', 'libhighs.so.1'],
  'darwin-x64': ['macosx_10_9_x86_64', 'libhighs.1.dylib'],
  'darwin-arm64': ['macosx_11_0_arm64', 'libhighs.1.dylib'],
};

/** Path of the library. Rejects if no library is found; the caller then uses the WebAssembly build. */
export function acquireHighs(env: NodeJS.ProcessEnv = process.env): Promise<Acquired<string>> {
  const target = join(cacheFolder(env), `highs-${VERSION}`, 'libhighs');
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
  const [tag, member] = WHEELS[platform()] ?? [];
  if (!tag || !member) throw new Error(`no wheel is pinned for ${platform()}`);
  const options = [...PYTHON, '--platform', tag];
  await unpackWheel(folder, { requirements: REQUIREMENTS, options, env });
  return join(folder, 'highspy', member);
}
