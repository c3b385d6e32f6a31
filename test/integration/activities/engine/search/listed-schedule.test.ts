/** Schedules by priority list in the model of a case. */

import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { listedSchedule } from '../../../../../activities/engine/search/first-schedule.ts';
import { aggregateUnits } from '../../../../../activities/uc/aggregation/aggregate-units.ts';
import { ratedOf } from '../../../../../temporal/case/arithmetic/output-limits.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

/** Twenty units without ramps, and an equal copy of each. */
const { generators, ...rest } = hardCase(20, 24);
const twins: SolvePayload = {
  ...rest,
  generators: generators.flatMap((unit) =>
    ['a', 'b'].map((twin) => ({
      ...unit,
      name: `${unit.name} ${twin}`,
      p_min: ratedOf(unit).p_min / 2,
      p_max: ratedOf(unit).p_max / 2,
      no_load_cost: (unit.no_load_cost ?? 0) / 2,
      startup_cost: (unit.startup_cost ?? 0) / 2,
      ramp_up: null,
      ramp_down: null,
    })),
  ),
};

describe('a schedule by priority list', () => {
  it('is found where equal units are merged, at about the cost of the single ones', async () => {
    const prepared = prepareCase(twins, 'uc');
    const merged = aggregateUnits(prepared.instance).instance;
    assert.equal(merged.units.length, 20);
    const costs = await Promise.all(
      [prepared, { ...prepared, instance: merged }].map(async (read) => {
        const search = await openedSearch(twins, 'uc', read);
        const schedule = await listedSchedule(search);
        search.session.dispose();
        return schedule?.dispatch.objective ?? Number.NaN;
      }),
    );
    const [single = Number.NaN, together = Number.NaN] = costs;
    assert.ok(Math.abs(together - single) < 0.03 * single, `${single} and ${together}`);
  });
});
