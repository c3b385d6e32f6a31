/** 80 seeded cases over every cause: each is named with its hour and element, and its repair makes it feasible. */
import assert from 'node:assert/strict';
import { applyRepair } from '../../../../activities/engine/repair/apply-repair.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { CAUSE_CODES } from '../../../../temporal/case/messages/families.ts';
import type { Cause } from '../../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { INFEASIBLE_RECIPES, type Setting } from '../../../support/cases/infeasible-recipes.ts';
import { randomDraw } from '../../../support/cases/random.ts';
import { solve } from '../../../support/engine/solve.ts';

const CASES = 80;
const cases = Array.from({ length: CASES }, (_, seed) => ({ seed, ...infeasibleCase(seed) }));

describe('infeasible cases', function () {
  this.timeout(60_000);

  it('are built from sound payloads, over every cause there is', () => {
    for (const { payload, seed } of cases)
      assert.deepEqual(payloadProblems(payload, { maxHorizon: 24 }), [], `seed ${seed}`);
    const codes = new Set(cases.map(({ cause }) => cause.code));
    assert.deepEqual([...codes].sort(), [...CAUSE_CODES].sort());
  });

  for (const code of CAUSE_CODES) {
    it(`${code}: the cause is named, and the repair leaves a verified schedule`, async () => {
      for (const { seed, what, jobType, payload, cause } of cases.filter(
        (item) => item.cause.code === code,
      )) {
        const where = `seed ${seed}, ${what}`;
        const { termination_status, infeasibility } = await solve(jobType, payload);
        assert.equal(termination_status, 'INFEASIBLE', where);
        const { causes = [], repair = [], repair_cost } = infeasibility ?? {};
        const named = causes.map(({ code, element_type, element_id, hour }) => ({
          code,
          element_type,
          element_id,
          hour,
        }));
        assert.ok(
          named.some((found) => JSON.stringify(found) === JSON.stringify(cause)),
          `${where}: ${JSON.stringify(cause)} is not in ${JSON.stringify(named)}`,
        );
        assert.ok(repair.length > 0 && (repair_cost ?? 0) > 0, `${where}: no repair`);
        const repaired = applyRepair(payload, repair);
        assert.deepEqual(payloadProblems(repaired, { maxHorizon: 24 }), [], where);
        const { certificate } = await solve(jobType, repaired);
        assert.equal(certificate?.verified, true, `${where}: ${JSON.stringify(repair)}`);
      }
    });
  }
});

/** Seeded payloads without a schedule, with the cause that was built into each. */
interface InfeasibleCase {
  readonly what: string;
  readonly jobType: JobType;
  readonly payload: SolvePayload;
  readonly cause: Pick<Cause, 'code' | 'element_type' | 'element_id' | 'hour'>;
}

/** One case for each recipe, then each recipe again with other numbers. */
function infeasibleCase(seed: number): InfeasibleCase {
  const names = Object.keys(INFEASIBLE_RECIPES);
  const what = names[seed % names.length] ?? '';
  const draw = randomDraw(seed + 1);
  const horizon = draw.integer(4, 8);
  const units = [
    aUnit('A', { p_max: draw.integer(80, 120), marginal_cost: draw.real(10, 20) }),
    aUnit('B', { p_max: draw.integer(80, 120), marginal_cost: draw.real(20, 40) }),
  ] as const;
  const hour = draw.integer(1, horizon - 2);
  const capacity = units[0].p_max + units[1].p_max;
  const setting: Setting = { draw, horizon, hour, units, capacity, off: draw.integer(2, 18) / 2 };
  const {
    jobType = 'uc',
    payload,
    cause,
  } = INFEASIBLE_RECIPES[what]?.(setting) ?? { payload: {}, cause: ['LINE_LIMIT'] };
  const [code, element_type = 'system', element_id = null, at = hour] = cause;
  const usual = {
    generators: [...units],
    loads: [{ bus: 1, values: draw.hours(horizon, () => 30) }],
    horizon,
  };
  return {
    what,
    jobType,
    payload: { ...usual, ...payload },
    cause: { code, element_type, element_id, hour: at },
  };
}
