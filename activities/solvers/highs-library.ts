/** Loads the WebAssembly build of HiGHS. */
import highsModule, { type Highs } from 'highs';

export type HighsConstants = Highs['constants'];

// highs types its default export for CommonJS; under NodeNext the import already is that default.
const load = highsModule as unknown as typeof highsModule.default;

export const loadHighs = (): Promise<Highs> => load();
