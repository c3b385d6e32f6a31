/** Ports of the stack: the usual ones, or free ones where those are taken; the same again after a restart. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort, { clearLockedPorts } from 'get-port';
import { replaceFile } from './replace-file.ts';

/** Below those that systems give to whoever asks for any: nobody is given one of these before it is listened on. */
const [LEAST, MOST] = [20_000, 32_000];
const USUAL = { api: 8000, solver: 8100, temporal: 7233, web_ui: 8233, mongod: 27_017 };
const FILE = 'ports.json';

export type Ports = Readonly<typeof USUAL>;

/** `usual: false` asks for free ones from the start, for stacks beside another. */
export const choosePorts = (dataFolder: string, { usual = true } = {}): Promise<Ports> =>
  keepPorts(dataFolder, Object.keys(USUAL) as (keyof Ports)[], usual ? USUAL : undefined);

/** One port for each name: the one it had before, else `wanted`, else any; free ones where those are taken. */
export async function keepPorts<Name extends string>(
  dataFolder: string,
  names: readonly Name[],
  wanted?: Readonly<Partial<Record<Name, number>>>,
): Promise<Readonly<Record<Name, number>>> {
  const file = join(dataFolder, FILE);
  const before: Partial<Record<Name, number>> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const ports: Partial<Record<Name, number>> = {};
  const given: number[] = [];
  for (const name of names) {
    const port = await firstFree(before[name] ?? wanted?.[name] ?? randomInt(LEAST, MOST), given);
    ports[name] = port;
    given.push(port);
  }
  await replaceFile(file, JSON.stringify(ports));
  return ports as Record<Name, number>;
}

/** `wanted` or any other, but none of `given`, which nobody listens on yet. */
function firstFree(wanted: number, given: readonly number[]): Promise<number> {
  // It withholds for a while what it gave before; a stack that starts again is to have its own.
  clearLockedPorts();
  return getPort({ host: '127.0.0.1', port: candidates(wanted), exclude: given });
}

function* candidates(wanted: number): Generator<number> {
  for (let port = wanted; ; port = randomInt(LEAST, MOST)) yield port;
}
