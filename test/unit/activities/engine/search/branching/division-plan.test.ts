import assert from 'node:assert/strict';
import type { Branch } from '../../../../../../activities/engine/search/branching/branch-relaxations.ts';
import {
  type Disjunction,
  type Halves,
  placed,
  plannedHalves,
  plant,
} from '../../../../../../activities/engine/search/branching/tree.ts';
import type { Search } from '../../../../../../activities/engine/search/kernels/search.ts';
import type { SavedDivision } from '../../../../../../temporal/case/messages/warm-start.ts';
import { mixedCase } from '../../../../../support/cases/mixed-case.ts';
import { aBranch } from '../../../../../support/engine/a-branch.ts';
import { openedSearch } from '../../../../../support/engine/opened-search.ts';

/** A root with this bound; its division is planned as in a similar case. */
function withPlan(search: Search, bound: number): Branch {
  const [root] = plant(search, aBranch(bound), { best: undefined, bound, nodes: 0 }).open;
  assert.ok(root);
  return root;
}

describe('the divisions of a similar case', () => {
  let search: Search;
  let divisions: SavedDivision[];

  before(async () => {
    const opened = await openedSearch(mixedCase(2, 6, 4), 'uc');
    opened.session.dispose();
    const columns = opened.formulation.counts.map(({ column }) => column);
    const at = (k: number, of: number | null, side: SavedDivision['side']): SavedDivision => ({
      column: columns[k] ?? -1,
      most: k,
      of,
      side,
    });
    // A plan with two levels on the side below and one on the side above.
    divisions = [at(0, null, 'below'), at(1, 0, 'below'), at(2, 0, 'above'), at(3, 1, 'above')];
    const similar = { columns: '', rows: '', pool: [], limits: [], divisions };
    search = { ...opened, similar };
  });

  const halves = (on: Disjunction, below: number, above: number): Halves => ({
    on,
    below: aBranch(below),
    above: aBranch(above),
  });

  it('are followed from everything to the side that a branch is on', () => {
    const root = withPlan(search, 1_000);
    const first = plannedHalves(search, root, (on) => halves(on, 1_001, 1_002));
    assert.deepEqual(first?.halves.on, divisions[0]);
    assert.ok(first);
    const [below, above] = placed(search, first.halves, first.planned, 0, Number.POSITIVE_INFINITY);
    assert.deepEqual([below?.place, below?.planned], [[0, 'below'], 1]);
    assert.deepEqual([above?.place, above?.planned], [[0, 'above'], 2]);
    const [end] = placed(search, first.halves, 2, 1, Number.POSITIVE_INFINITY);
    assert.equal(end?.planned, undefined);
  });

  it('are passed by where they cut nothing off', () => {
    const root = withPlan(search, 1_000);
    const tried: (number | undefined)[] = [];
    const planned = plannedHalves(search, root, (on) => {
      tried.push(on.most);
      // The relaxation is below the first division, and between the sides of the second.
      return on.most === 0 ? halves(on, 1_000, 1_005) : halves(on, 1_001, 1_001);
    });
    assert.deepEqual(tried, [0, 1]);
    assert.equal(planned?.planned, 1);
    assert.equal(
      plannedHalves(search, root, (on) => halves(on, 1_000, 1_005)),
      undefined,
      'the plan ends',
    );
    assert.equal(
      plannedHalves(search, root, (on) => halves(on, 1_000, 1_000)),
      undefined,
    );
  });

  it('leave out branches that are dear enough, or have no schedule', () => {
    const [only, ...none] = placed(search, halves({ column: 0, most: 1 }, 999, 1_001), 0, 7, 1_001);
    assert.deepEqual(only?.place, [7, 'below']);
    assert.deepEqual(none, []);
    assert.deepEqual(
      placed(search, { on: { column: 0, most: 1 }, below: undefined, above: undefined }, 0, 7, 9),
      [],
    );
  });

  it('mean nothing when they are of other columns, or there are none', () => {
    const foreign = divisions.map((division) => ({ ...division, column: 0 }));
    const other: Search = {
      ...search,
      similar: { columns: '', rows: '', pool: [], limits: [], divisions: foreign },
    };
    assert.ok(search.formulation.counts.every(({ column }) => column !== 0));
    const never = (): never => assert.fail('nothing is relaxed');
    assert.equal(plannedHalves(other, withPlan(other, 1), never), undefined);
    const { similar: _, ...alone } = search;
    assert.equal(withPlan(alone, 1).planned, undefined);
    assert.equal(plannedHalves(alone, withPlan(alone, 1), never), undefined);
  });
});
