/** Ports of the stack: the usual ones, or free ones where those are taken; the same again after a restart. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { replaceFile } from './replace-file.mjs';

/** Below those that systems give to whoever asks for any: nobody is given one of these before it is listened on. */
const [LEAST, MOST] = [20_000, 32_000];

const USUAL = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27017 };

/** Resolves with a port per name; `usual: false` asks for free ones from the start, for stacks beside another. */
export async function choosePorts(dataFolder, { usual = true } = {}) {
  const file = join(dataFolder, 'ports.json');
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const ports = {};
  for (const [name, port] of Object.entries(USUAL)) {
    const wanted = before[name] ?? (usual ? port : randomInt(LEAST, MOST));
    ports[name] = await firstFree(wanted, Object.values(ports));
  }
  await replaceFile(file, JSON.stringify(ports));
  return ports;
}

/** `wanted` or any other, but none of `given`, which nobody listens on yet. */
async function firstFree(wanted, given) {
  for (let port = wanted; ; port = randomInt(LEAST, MOST)) {
    const free = await isFree(port);
    if (free && !given.includes(free)) return free;
  }
}

/** The port when it can be listened on, undefined when it is taken; 0 gives any. */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address();
      server.close(() => resolve(got));
    });
  });
}
