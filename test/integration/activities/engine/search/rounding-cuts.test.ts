import assert from 'node:assert/strict';
import { addRoundingCuts } from '../../../../../activities/engine/search/rounding-cuts.ts';
import { activity, type Row } from '../../../../../activities/milp/model.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { meshedCase } from '../../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';
import { UNTOLD } from '../../../../support/engine/request.ts';

/** Optimum without the cuts, all cuts added, and the bounds of the relaxation without and with them. */
async function cut(payload: SolvePayload, jobType: JobType = 'uc') {
  const search = await openedSearch(payload, jobType);
  const { formulation, model } = search;
  const relaxation = model.relax(search.clock);
  assert.ok(relaxation.outcome === 'optimal');
  const cuts: Row[] = [];
  const addCuts = (rows: readonly Row[]): number => {
    cuts.push(...rows);
    return model.addCuts(rows);
  };
  const tightened = await addRoundingCuts({ ...search, model: { ...model, addCuts } }, relaxation);
  search.session.dispose();
  // The model with the flow limits added meanwhile.
  const { columns, rows } = model.parts();
  const limits = model.limits.flatMap(({ row }) => rows[row] ?? []);
  const whole = await openHighs({ columns, rows: [...formulation.milp.rows, ...limits] }, new Int32Array(1));
  const optimum = whole.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNTOLD);
  whole.dispose();
  return { optimum, relaxation, tightened, cuts };
}

type CutCase = Awaited<ReturnType<typeof cut>>;

function leaveOptimum(cases: readonly CutCase[], leastCuts: number): void {
  assert.ok(cases.reduce((count, { cuts }) => count + cuts.length, 0) > leastCuts);
  for (const [seed, { optimum, tightened, cuts }] of cases.entries()) {
    assert.ok(optimum.objective !== null && tightened.objective <= optimum.objective * (1 + 1e-7), `${seed}`);
    for (const { terms, lower } of cuts)
      assert.ok(activity(terms, optimum.primal) >= lower - 1e-5, `${seed}`);
  }
}

const lifted = (cases: readonly CutCase[]): number =>
  cases.filter(({ relaxation, tightened }) => tightened.objective > relaxation.objective + 1e-6).length;

describe('rounding cuts of flow limits', () => {
  for (const isSoft of [false, true]) {
    it(`leave the optimum and lift the bound, ${isSoft ? 'soft' : 'hard'} limits`, async function () {
      this.timeout(60_000);
      const payloads = Array.from({ length: 8 }, (_, seed) => narrowNetwork(seed + 1, isSoft));
      const cases = await Promise.all(payloads.map((payload) => cut(payload, 'scuc')));
      leaveOptimum(cases, 50);
      assert.ok(lifted(cases) > cases.length / 2, `${lifted(cases)}`);
    });
  }
});

function narrowNetwork(seed: number, isSoft: boolean): SolvePayload {
  const payload = meshedCase(8, 6, { horizon: 6, seed, outages: true });
  const lines = payload.transmission_lines?.map((line) => ({ ...line, penalty_usd_per_mwh: 400 }));
  // Hard limits need load that may go unserved.
  return isSoft && lines
    ? { ...payload, transmission_lines: lines }
    : { ...payload, options: { unserved_energy_usd_per_mwh: 1000 } };
}

describe('rounding cuts of the capacity rows', () => {
  let cases: CutCase[];

  before(async function () {
    this.timeout(30_000);
    const payloads = [...Array.from({ length: 8 }, (_, seed) => mixedCase(seed, 4, 7)), hardCase(6, 12, 3)];
    cases = await Promise.all(payloads.map((payload) => cut(payload)));
  });

  it('leave the optimum', () => leaveOptimum(cases, 50));

  it('lift the bound', () => assert.ok(lifted(cases) > cases.length / 2));
});
