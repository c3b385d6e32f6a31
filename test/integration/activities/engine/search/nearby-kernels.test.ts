/** Search for a better schedule around an existing one. */
import assert from 'node:assert/strict';
import { listedSchedule } from '../../../../../activities/engine/search/first-schedule.ts';
import { improveNearby } from '../../../../../activities/engine/search/kernels/nearby-kernels.ts';
import { dispatchFixed } from '../../../../../activities/engine/search/kernels/search.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { openedSearch } from '../../../../support/engine/opened-search.ts';

/** Least gain, as a share of the gap between the listed schedule and the relaxation. */
const SHARE = 0.3;

describe('kernels around the best schedule', function () {
  this.timeout(60_000);

  it('find a cheaper one, which can be dispatched, and prove nothing', async () => {
    const search = await openedSearch(hardCase(40, 24), 'uc');
    const relaxation = search.model.relax(search.clock);
    const listed = await listedSchedule(search);
    assert.ok(relaxation.outcome === 'optimal' && listed);
    const { objective } = listed.dispatch;
    const bound = relaxation.objective;
    const before = { best: { ...listed, objective }, bound, nodes: 0 };
    const { best, bound: after } = await improveNearby(search, before, () => 60);
    assert.ok(
      best && best.objective < objective - SHARE * (objective - bound),
      `${objective} -> ${best?.objective}`,
    );
    assert.equal(after, bound);
    const dispatch = dispatchFixed(search, best.values);
    assert.ok(dispatch && Math.abs(dispatch.objective - best.objective) < 1e-6 * best.objective);
    search.session.dispose();
  });

  it('leave a search alone that has none, or no time', async () => {
    const search = await openedSearch(hardCase(40, 24), 'uc');
    search.model.relax(search.clock);
    const none = { best: undefined, bound: 0, nodes: 0 };
    assert.equal(await improveNearby(search, none, () => 60), none);
    const listed = await listedSchedule(search);
    const some = { best: listed && { ...listed, objective: listed.dispatch.objective }, bound: 0, nodes: 0 };
    assert.equal(await improveNearby(search, some, () => 0), some);
    search.session.dispose();
  });
});
