/**
 * The native build of HiGHS. A crash in native code ends the process, so this build is loaded only where solves run in
 * a separate process.
 */
import type { SearchProgress } from '../solver.ts';
import {
  FEASIBLE_POINT,
  type HighsData,
  type HighsLibrary,
  type HighsModel,
  type HighsWatch,
} from './highs-model.ts';
import {
  doubleAt,
  doublesAt,
  interrupt,
  loadApi,
  longAt,
  type NativeApi,
  withCallback,
} from './native-api.ts';

const ROW_WISE = 2;
const MINIMIZE = 1;
const ERROR = -1;

/** Values of `HighsCallbackType`. */
const IMPROVING_SOLUTION = 4;
const INTERRUPT = 6;

/** Loads the native build. `file`: path of the shared library. Throws when the library cannot be used. */
export function loadNative(file: string): HighsLibrary {
  const api = loadApi(file);
  return { version: `${api.version()} (native)`, createModel: (data) => createModel(api, data) };
}

function createModel(api: NativeApi, data: HighsData): HighsModel {
  const highs: unknown = api.create();
  const { costs, lower, upper } = data.columns;
  const set: HighsModel['set'] = (options) => {
    for (const [name, value] of Object.entries(options))
      check(name, api.setOption(highs, name, String(value)));
  };
  // HiGHS uses one thread per model, because the solves of a machine share its cores.
  set({ output_flag: false, threads: 1, parallel: 'off' });
  const sizes = [costs.length, data.lower.length, data.values.length];
  const rows = [data.lower, data.upper, data.starts, data.indices, data.values];
  check(
    'passMip',
    api.passMip(highs, ...sizes, ROW_WISE, MINIMIZE, 0, costs, lower, upper, ...rows, data.integrality),
  );
  const solution = () => {
    const [primal, dual] = [new Float64Array(api.columns(highs)), new Float64Array(api.columns(highs))];
    const [activity, rowDual] = [new Float64Array(api.rows(highs)), new Float64Array(api.rows(highs))];
    check('getSolution', api.getSolution(highs, primal, dual, activity, rowDual));
    return { primal, rowDual };
  };
  return {
    set,
    addColumns(added) {
      const first = api.columns(highs);
      check('addVars', api.addVars(highs, added.costs.length, added.lower, added.upper));
      check('changeColsCost', api.changeCosts(highs, first, api.columns(highs) - 1, added.costs));
    },
    addRows(added) {
      const matrix = [added.values.length, added.starts, added.indices, added.values];
      check('addRows', api.addRows(highs, added.lower.length, added.lower, added.upper, ...matrix));
    },
    changeRows: (at, low, high) => check('changeRowsBounds', api.changeRows(highs, at.length, at, low, high)),
    changeColumns: (at, low, high) =>
      check('changeColsBounds', api.changeColumns(highs, at.length, at, low, high)),
    run(watch) {
      // Resets the clocks; otherwise the time limit would count over all runs of a model.
      api.zeroAllClocks(highs);
      const run = () => check('run', api.run(highs));
      if (!watch) return run();
      withCallback(api, highs, [IMPROVING_SOLUTION, INTERRUPT], callbackOf(api, highs, watch), run);
    },
    clear: () => check('clearSolver', api.clearSolver(highs)),
    setSolution: ({ columns, values }) =>
      check('setSolution', api.setSolution(highs, columns.length, columns, values)),
    setBasis: (basis) => check('setBasis', api.setBasis(highs, basis.columns, basis.rows)),
    basis() {
      const basis = { columns: new Int32Array(api.columns(highs)), rows: new Int32Array(api.rows(highs)) };
      // HiGHS 1.16 reports an error if there is no basis.
      return api.getBasis(highs, basis.columns, basis.rows) === ERROR ? undefined : basis;
    },
    basisInverse() {
      const basic = new Int32Array(api.rows(highs));
      check('getBasicVariables', api.getBasicVariables(highs, basic));
      const solveBy = (solve: typeof api.basisSolve) => (right: Float64Array) => {
        const solution = new Float64Array(right.length);
        check('getBasisSolve', solve(highs, right, solution, null, null));
        return solution;
      };
      return { basic, solve: solveBy(api.basisSolve), solveTransposed: solveBy(api.basisTransposeSolve) };
    },
    status: () => api.status(highs),
    found: () =>
      infoValue(api.intInfo, highs, 'primal_solution_status', new Int32Array(1)) === FEASIBLE_POINT,
    objective: () => api.objective(highs),
    bound: () => infoValue(api.doubleInfo, highs, 'mip_dual_bound', new Float64Array(1)),
    nodes: () => infoValue(api.longInfo, highs, 'mip_node_count', new BigInt64Array(1)),
    solution,
    dispose: () => api.destroy(highs),
  };
}

function check(what: string, status: number): void {
  if (status === ERROR) throw new Error(`HiGHS failed (${what})`);
}

function infoValue(
  ask: (highs: unknown, name: string, into: ArrayBufferView) => number,
  highs: unknown,
  name: string,
  into: Int32Array | Float64Array | BigInt64Array,
): number {
  check(name, ask(highs, name, into));
  return Number(into[0]);
}

function callbackOf(api: NativeApi, highs: unknown, watch: HighsWatch): Parameters<typeof withCallback>[3] {
  const columns: number = api.columns(highs);
  const progressOf = (about: object): SearchProgress => {
    const item = (name: string) => api.callbackItem(about, name);
    return {
      incumbent: doubleAt(item('mip_primal_bound')),
      bound: doubleAt(item('mip_dual_bound')),
      mip_gap: doubleAt(item('mip_gap')),
      nodes: longAt(item('mip_node_count')),
      iterations: longAt(item('mip_total_lp_iterations')),
    };
  };
  return (type, _message, about, input) => {
    if (type === IMPROVING_SOLUTION) {
      const objective = doubleAt(api.callbackItem(about, 'objective_function_value'));
      watch.onIncumbent(doublesAt(api.callbackItem(about, 'mip_solution'), columns), objective);
    } else if (watch.onInterrupt(progressOf(about))) interrupt(input);
  };
}
