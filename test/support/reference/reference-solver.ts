/**
 * An independent reference for small cases: the whole problem as one plain MILP with every row, passed to HiGHS as
 * text. It was written from the rules alone, and shares no code with the engine.
 */

import highsModule from 'highs';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { type ReferenceCase, readCase } from './case.ts';
import { addEmissions } from './emission-rows.ts';
import { addFuelLimits } from './fuel-rows.ts';
import { LinearProgram } from './linear-program.ts';
import { addBalance } from './network-rows.ts';
import { type ReferenceResult, toResult } from './reference-result.ts';
import {
  addBids,
  addDemandResponse,
  addEnergyLimits,
  addRenewables,
  addReserves,
  addStorage,
} from './resource-rows.ts';
import { addUnits } from './unit-rows.ts';

// The cast is needed because the types of highs describe its default export for CommonJS; under NodeNext, the import
// already is that default.
const highs = await (highsModule as unknown as typeof highsModule.default)();
const OPTIONS = { output_flag: false, mip_rel_gap: 0, mip_abs_gap: 1e-7 } as const;

/** The optimal schedule with prices, in the form of a result. */
export async function referenceResult(
  payload: SolvePayload,
  jobType: JobType,
): Promise<ReferenceResult | 'INFEASIBLE'> {
  const whole = readCase(payload, jobType);
  if (whole.losses) throw new RangeError('options.losses: the reference knows no losses');
  // Limits that contradict each other in every hour make the case infeasible, even if the unit could stay off.
  if (whole.generators.some(({ mostOn }) => !mostOn.includes(1))) return 'INFEASIBLE';
  const lp = new LinearProgram();
  addUnits(lp, whole);
  addRenewables(lp, whole);
  addStorage(lp, whole);
  addEnergyLimits(lp, whole);
  addBids(lp, whole);
  addDemandResponse(lp, whole);
  addReserves(lp, whole);
  addBalance(lp, whole);
  addEmissions(lp, whole);
  addFuelLimits(lp, whole);
  const schedule = highs.solve(lp.text(), OPTIONS);
  if (schedule.Status === 'Infeasible') return 'INFEASIBLE';
  if (schedule.Status !== 'Optimal') throw new Error(`reference solve ended ${schedule.Status}`);
  const columns = schedule.Columns;
  const fixed = new Map(lp.binaries.map((name) => [name, Math.round(columns[name]?.Primal ?? 0)]));
  // Storage chooses its direction freely, and so does a DC line. An element that would waste energy by using both
  // directions at once keeps its direction.
  const binaries = new Map([...fixed].filter(([name]) => !/^(m|way)_/.test(name)));
  // With a least charging power the direction is that of its binary.
  for (const [name, value] of fixed)
    if (name.startsWith('used_ch_')) binaries.set(name.replace('used_ch', 'm'), value);
  for (;;) {
    const dispatch = dispatchOf(lp, binaries);
    const burning = burns(whole, dispatch).filter((name) => !binaries.has(name));
    if (burning.length === 0) return toResult(whole, dispatch);
    for (const name of burning) binaries.set(name, fixed.get(name) ?? Number.NaN);
  }
}

type Solution = ReturnType<typeof highs.solve>;

/** Optimum of a linear program given as text; NaN if it has none. */
export function optimum(text: string): number {
  const { Status, ObjectiveValue } = highs.solve(text, { output_flag: false });
  return Status === 'Optimal' ? ObjectiveValue : Number.NaN;
}

function dispatchOf(lp: LinearProgram, fixed: ReadonlyMap<string, number>): Solution {
  const dispatch = highs.solve(lp.text(fixed), { output_flag: false });
  if (dispatch.Status !== 'Optimal') throw new Error(`reference dispatch ended ${dispatch.Status}`);
  return dispatch;
}

/** Names of the binaries of elements that use both directions at once. */
function burns({ hours, storage, dcLines }: ReferenceCase, { Columns }: Solution): string[] {
  const mw = (name: string): number => {
    const column = Columns[name];
    return column && 'Primal' in column ? column.Primal : 0;
  };
  const both = (places: readonly number[], [one, other, binary]: readonly [string, string, string]) =>
    places.flatMap((i) =>
      hours
        .filter((t) => Math.min(mw(`${one}_${i}_${t}`), mw(`${other}_${i}_${t}`)) > 1e-7)
        .map((t) => `${binary}_${i}_${t}`),
    );
  const lossy = [...dcLines.keys()].filter((d) => (dcLines[d]?.arriving ?? 1) < 1);
  const exclusive = [...storage.keys()].filter((s) => storage[s]?.isExclusive);
  return [...both(exclusive, ['ch', 'dis', 'm']), ...both(lossy, ['forth', 'back', 'way'])];
}

/** Objective of the optimal schedule, $, including penalties. */
export async function referenceCost(payload: SolvePayload, jobType: JobType): Promise<number | 'INFEASIBLE'> {
  const result = await referenceResult(payload, jobType);
  return result === 'INFEASIBLE' ? result : result.objective_value;
}
