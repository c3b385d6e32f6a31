/** Makes a HiGHS library whose solve function crashes. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import koffi from 'koffi';

/** Machine code that reads address 0, for each processor. */
const FAULTS: Partial<Record<NodeJS.Architecture, Buffer>> = {
  x64: Buffer.from('31c08b00', 'hex'),
  arm64: Buffer.from('000080d2000040f9', 'hex'),
};

/** True if a fault can be planted here. The place of the library is found in Linux's memory map. */
export const canPlant = process.platform === 'linux' && FAULTS[process.arch] !== undefined;

/** Writes a copy of the shared library `from` to `to`, with the fault at the beginning of `Highs_run`. */
export async function plantFault(from: string, to: string): Promise<void> {
  const fault = FAULTS[process.arch];
  assert.ok(fault);
  const address = BigInt(koffi.address(koffi.load(from).symbol('Highs_run', 'void *')));
  const code = await readFile(from);
  fault.copy(code, await offsetOf(address));
  await writeFile(to, code);
}

/**
 * Offset, in its file, of the code at `address`. Lines of the map are `start-end permissions offset device inode file`.
 */
async function offsetOf(address: bigint): Promise<number> {
  const maps = (await readFile('/proc/self/maps', 'utf8')).split('\n');
  for (const line of maps) {
    const [range = '', , offset = '0'] = line.split(' ');
    const [start = 0n, end = 0n] = range.split('-').map((hex) => BigInt(`0x${hex || 0}`));
    if (start <= address && address < end) return Number(address - start + BigInt(`0x${offset}`));
  }
  throw new Error('the library is not in memory');
}
