/** 80 seeded cases over every cause: each is named with its hour and element, and its repair makes it feasible. */
import assert from 'node:assert/strict';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { CAUSE_CODES } from '../../../../temporal/case/messages/families.ts';
import { applyRepair } from '../../../../temporal/case/scenario/apply-repair.ts';
import { infeasibleCase } from '../../../support/cases/infeasible-case.ts';
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
