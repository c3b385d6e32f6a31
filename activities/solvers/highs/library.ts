/**
 * Selects the build of HiGHS that this process uses: the native library at `HIGHS_LIBRARY`, unless `HIGHS` is `wasm`;
 * WebAssembly if no library is set.
 */
import type { HighsLibrary } from './highs-model.ts';
import { loadNative } from './native.ts';
import { loadWebAssembly } from './web-assembly.ts';

let loaded: Promise<HighsLibrary> | undefined;

/** Returns one library per thread. Rejects when the library at `HIGHS_LIBRARY` cannot be used. */
export function highsLibrary(): Promise<HighsLibrary> {
  loaded ??= load(process.env);
  return loaded;
}

async function load({ HIGHS, HIGHS_LIBRARY }: NodeJS.ProcessEnv): Promise<HighsLibrary> {
  return HIGHS_LIBRARY && HIGHS !== 'wasm' ? loadNative(HIGHS_LIBRARY) : loadWebAssembly();
}
