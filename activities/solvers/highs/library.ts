/**
 * The build of HiGHS that this process uses: the native library that `HIGHS_LIBRARY` names, unless `HIGHS` is `wasm`;
 * WebAssembly where none is named.
 */
import type { HighsLibrary } from './highs-model.ts';
import { loadNative } from './native.ts';
import { loadWebAssembly } from './web-assembly.ts';

let loaded: Promise<HighsLibrary> | undefined;

/** One for each thread. Rejects when the library that is named cannot be used. */
export function highsLibrary(): Promise<HighsLibrary> {
  loaded ??= load(process.env);
  return loaded;
}

async function load({ HIGHS, HIGHS_LIBRARY }: NodeJS.ProcessEnv): Promise<HighsLibrary> {
  return HIGHS_LIBRARY && HIGHS !== 'wasm' ? loadNative(HIGHS_LIBRARY) : loadWebAssembly();
}
