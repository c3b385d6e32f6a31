/** Helpers for tests of the local stack: folders, shell scripts, and servers with scripted answers. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'grid-local-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Writes an executable shell script to `file`. */
export async function script(file: string, ...lines: readonly string[]): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return file;
}

/** Runs `use` with the address of an HTTP server that answers with `listener`. */
export async function withServer(
  listener: RequestListener,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Runs a test with a folder that is removed afterwards. */
export async function inTemporaryFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'grid-local-'));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
