/** Loads the WebAssembly build of HiGHS. */
import highsModule, { type Highs } from 'highs';

export type HighsConstants = Highs['constants'];

// highs types its default export for CommonJS; under NodeNext the import already is that default.
const load = highsModule as unknown as typeof highsModule.default;

let loaded: Promise<Highs> | undefined;

/** One instance per thread, with as many models as it likes. */
export function loadHighs(): Promise<Highs> {
  loaded ??= load();
  return loaded;
}
