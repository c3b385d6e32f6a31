/** Relaxations that start from the optimal basis of a similar case. */
import assert from 'node:assert/strict';
import type { SavedRelaxation } from '../../../../../temporal/case/messages/warm-start.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { meshedCase, radialCase } from '../../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

/** `from`: undefined for a cold start. */
async function relaxed(payload: SolvePayload, jobType: JobType, from?: SavedRelaxation) {
  const { model, session, clock } = await openedSearch(payload, jobType);
  const restored = from !== undefined && model.restore(from);
  const { limits } = model;
  const sizes = {
    rows: model.parts().rows.filter(({ upper }) => upper < Infinity).length,
    limits: limits.length,
  };
  const relaxation = model.relax(clock);
  const saved = model.save();
  session.dispose();
  assert.ok(relaxation.outcome === 'optimal' && saved);
  return { restored, given: sizes, objective: relaxation.objective, saved };
}

const scaled = (payload: SolvePayload, factor: number): SolvePayload => ({
  ...payload,
  loads: payload.loads.map((load) => ({ ...load, values: load.values.map((mw) => mw * factor) })),
});

const withHardLimits = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  transmission_lines: payload.transmission_lines?.map(({ penalty_usd_per_mwh: _, ...line }) => line) ?? [],
});

const isSame = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.abs(expected), `${actual}, not ${expected}`);

const reversed = (digits: string): string => [...digits].reverse().join('');

describe('a saved relaxation', () => {
  for (const seed of [0, 1, 2, 3]) {
    it(`has the optimum of a similar case that starts from it, case ${seed}`, async () => {
      const payload = mixedCase(seed, 12, 24);
      const { saved } = await relaxed(payload, 'uc');
      const similar = scaled(payload, 0.97);
      const cold = await relaxed(similar, 'uc');
      const warm = await relaxed(similar, 'uc', saved);
      assert.equal(warm.restored, true);
      assert.ok(warm.given.rows > cold.given.rows, 'rows that bound are there from the start');
      isSame(warm.objective, cold.objective);
    });
  }

  it('brings the flow limits that bind', async () => {
    const payload = meshedCase(20, 12, { horizon: 12, outages: true });
    const { saved, objective } = await relaxed(payload, 'scuc');
    assert.ok(saved.limits.some(({ contingency }) => contingency !== null));
    const warm = await relaxed(payload, 'scuc', saved);
    assert.deepEqual([warm.restored, warm.given.limits], [true, saved.limits.length]);
    isSame(warm.objective, objective);
  });

  it('brings the rows of units that these limits keep from their maximum', async () => {
    const payload = withHardLimits(radialCase(12, 12, 12));
    const { saved, objective } = await relaxed(payload, 'scuc');
    assert.ok((saved.deliverable?.length ?? 0) > 0);
    const warm = await relaxed(payload, 'scuc', saved);
    assert.equal(warm.restored, true);
    assert.ok(warm.given.limits > saved.limits.length, 'limits that do not bind themselves come with them');
    isSame(warm.objective, objective);
    const { deliverable: _, ...earlier } = saved;
    isSame((await relaxed(payload, 'scuc', earlier)).objective, objective);
  });

  it('means nothing to a case with other columns and rows', async () => {
    const { saved } = await relaxed(mixedCase(1, 12, 24), 'uc');
    const cold = await relaxed(mixedCase(1, 12, 23), 'uc');
    const warm = await relaxed(mixedCase(1, 12, 23), 'uc', saved);
    assert.deepEqual([warm.restored, warm.given], [false, cold.given]);
    isSame(warm.objective, cold.objective);
  });

  it('with wrong contents costs time only', async () => {
    const payload = meshedCase(20, 12, { horizon: 12, outages: true });
    const { saved, objective } = await relaxed(payload, 'scuc');
    const strange = [
      { line: 999, contingency: null, hour: 0, direction: 1 },
      { line: 0, contingency: 999, hour: 0, direction: -1 },
      { line: 0, contingency: null, hour: 999, direction: 1 },
    ] as const;
    const wrong: SavedRelaxation[] = [
      { ...saved, columns: reversed(saved.columns) },
      { ...saved, columns: reversed(saved.columns), rows: reversed(saved.rows) },
      { ...saved, columns: saved.columns.replaceAll('1', '0') },
      { ...saved, pool: [-1, 1e9, 0.5, 0, 0], limits: [...saved.limits, ...saved.limits, ...strange] },
      { ...saved, deliverable: strange.map((limit) => ({ ...limit, unit: 999 })) },
    ];
    for (const each of wrong) isSame((await relaxed(payload, 'scuc', each)).objective, objective);
  });
});
