/** The functions of the C API of HiGHS (`highs_c_api.h`) that this project uses, bound from a shared library. */
import koffi from 'koffi';

/** Least version of HiGHS: the first with all of these functions and options. */
const LEAST = [1, 11] as const;
/** Stack of a call, bytes; the searches of HiGHS are recursive. */
const STACK_BYTES = 8 * 2 ** 20;
koffi.config({ sync_stack_size: STACK_BYTES });

const HANDLE = 'void *';
const TEXT = 'const char *';
const DOUBLES = 'double *';
const INTS = 'int *';
const COLUMNS = [DOUBLES, DOUBLES, DOUBLES] as const;
const MATRIX = [INTS, INTS, DOUBLES] as const;

/**
 * Type of a callback. Its arguments are type, message, data from HiGHS, data to HiGHS, and user data; the user data are
 * not used.
 */
const CALLBACK = koffi.pointer(koffi.proto('void', ['int', TEXT, HANDLE, HANDLE, HANDLE]));

function bind(file: string) {
  const library = koffi.load(file);
  const f = (name: string, result: string, ...args: (string | typeof CALLBACK)[]) =>
    library.func(`Highs_${name}`, result, args);
  return {
    version: f('version', TEXT),
    create: f('create', HANDLE),
    destroy: f('destroy', 'void', HANDLE),
    /** Sets an option of any type, given as text. */
    setOption: f('setStringOptionValue', 'int', HANDLE, TEXT, TEXT),
    /**
     * Passes a model. Arguments: numbers of columns, rows and entries, format, sense, offset; costs and bounds; row
     * limits; matrix; integrality.
     */
    passMip: f(
      ...(['passMip', 'int', HANDLE, 'int', 'int', 'int', 'int', 'int', 'double'] as const),
      ...[...COLUMNS, DOUBLES, DOUBLES, ...MATRIX, INTS],
    ),
    addVars: f('addVars', 'int', HANDLE, 'int', DOUBLES, DOUBLES),
    changeCosts: f('changeColsCostByRange', 'int', HANDLE, 'int', 'int', DOUBLES),
    addRows: f('addRows', 'int', HANDLE, 'int', DOUBLES, DOUBLES, 'int', ...MATRIX),
    changeRows: f('changeRowsBoundsBySet', 'int', HANDLE, 'int', INTS, DOUBLES, DOUBLES),
    changeColumns: f('changeColsBoundsBySet', 'int', HANDLE, 'int', INTS, DOUBLES, DOUBLES),
    columns: f('getNumCol', 'int', HANDLE),
    rows: f('getNumRow', 'int', HANDLE),
    zeroAllClocks: f('zeroAllClocks', 'int', HANDLE),
    run: f('run', 'int', HANDLE),
    clearSolver: f('clearSolver', 'int', HANDLE),
    setSolution: f('setSparseSolution', 'int', HANDLE, 'int', INTS, DOUBLES),
    setBasis: f('setBasis', 'int', HANDLE, INTS, INTS),
    getBasis: f('getBasis', 'int', HANDLE, INTS, INTS),
    /** Reads the basic variables: a column, or -1 - position of a row. */
    getBasicVariables: f('getBasicVariables', 'int', HANDLE, INTS),
    /** Solves B x = b, or with the transpose of B, for a dense right-hand side and solution. */
    basisSolve: f('getBasisSolve', 'int', HANDLE, DOUBLES, DOUBLES, INTS, INTS),
    basisTransposeSolve: f('getBasisTransposeSolve', 'int', HANDLE, DOUBLES, DOUBLES, INTS, INTS),
    /** Reads values and duals of the columns, then of the rows. */
    getSolution: f('getSolution', 'int', HANDLE, DOUBLES, DOUBLES, DOUBLES, DOUBLES),
    status: f('getModelStatus', 'int', HANDLE),
    objective: f('getObjectiveValue', 'double', HANDLE),
    intInfo: f('getIntInfoValue', 'int', HANDLE, TEXT, INTS),
    longInfo: f('getInt64InfoValue', 'int', HANDLE, TEXT, 'int64_t *'),
    doubleInfo: f('getDoubleInfoValue', 'int', HANDLE, TEXT, DOUBLES),
    setCallback: f('setCallback', 'int', HANDLE, CALLBACK, HANDLE),
    startCallback: f('startCallback', 'int', HANDLE, 'int'),
    stopCallback: f('stopCallback', 'int', HANDLE, 'int'),
    callbackItem: f('getCallbackDataOutItem', HANDLE, HANDLE, TEXT),
  };
}

export type NativeApi = ReturnType<typeof bind>;

/** Loads the library. Throws for a file that is not HiGHS, or is a version that is too old. */
export function loadApi(file: string): NativeApi {
  let api: NativeApi;
  try {
    api = bind(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`HIGHS_LIBRARY cannot be used: ${why}`);
  }
  const version: string = api.version();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw new Error(`HIGHS_LIBRARY is HiGHS ${version}; at least ${LEAST.join('.')} is needed`);
  return api;
}

/** Callback of HiGHS during a run; it is called on the thread that started the run. */
type Callback = (type: number, message: string, output: object, input: object) => void;

/**
 * Runs HiGHS with callbacks of these types enabled. An exception in a callback is rethrown after HiGHS has returned.
 */
export function withCallback(
  api: NativeApi,
  highs: unknown,
  types: readonly number[],
  callback: Callback,
  run: () => void,
): void {
  let thrown: { readonly error: unknown } | undefined;
  const guarded: Callback = (type, message, output, input) => {
    try {
      if (!thrown) callback(type, message, output, input);
    } catch (error) {
      thrown = { error };
    }
    if (thrown) interrupt(input);
  };
  const pointer = koffi.register(guarded, CALLBACK);
  try {
    api.setCallback(highs, pointer, null);
    for (const type of types) api.startCallback(highs, type);
    run();
  } finally {
    for (const type of types) api.stopCallback(highs, type);
    api.setCallback(highs, null, null);
    koffi.unregister(pointer);
  }
  if (thrown) throw thrown.error;
}

/** Ends the run: sets the interrupt flag, which is the first field of `HighsCallbackDataIn`. */
export const interrupt = (input: object): void => koffi.encode(input, 'int', 1);

export const doubleAt = (pointer: object): number => koffi.decode.double(pointer);
export const longAt = (pointer: object): number => Number(koffi.decode.int64(pointer));
/** Returns a copy of the numbers at a pointer. */
export const doublesAt = (pointer: object, length: number): Float64Array =>
  new Float64Array(koffi.view(pointer, length * Float64Array.BYTES_PER_ELEMENT)).slice();
