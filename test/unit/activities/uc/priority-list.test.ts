import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import { nearestCommitment } from '../../../../activities/uc/nearest-commitment.ts';
import { priorityList } from '../../../../activities/uc/priority-list.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';
import { mixedCase } from '../../../support/cases/mixed-case.ts';

const instances = [
  hardCase(20, 24, 1),
  ...Array.from({ length: 10 }, (_, seed) => mixedCase(seed, 6, 12)),
].map((payload) => prepareCase(payload, 'uc').instance);

describe('a priority list', () => {
  it('keeps the minimum times, bounds and the state before the first hour of every unit', () => {
    for (const { units, ...rest } of instances) {
      const listed = priorityList({ ...rest, units }, { margin: 1.1 });
      for (const [g, unit] of units.entries())
        assert.deepEqual(nearestCommitment(unit, listed[g] ?? []), listed[g], unit.name);
    }
  });

  it('covers load and reserve with a margin, which takes more units than none', () => {
    const [instance] = instances;
    assert.ok(instance);
    const { units, periods, load, requirements, renewables } = instance;
    const capacity = (listed: number[][], t: number): number =>
      units.reduce((mw, { pMax }, g) => mw + (listed[g]?.[t] ?? 0) * (pMax[t] ?? 0), 0);
    const [tight, wide] = [priorityList(instance, {}), priorityList(instance, { margin: 1.25 })];
    for (let t = 0; t < periods; t++) {
      const sum = (rows: readonly (readonly number[])[]): number =>
        rows.reduce((mw, row) => mw + (row[t] ?? 0), 0);
      const needed = sum(load) + sum(requirements) - sum(renewables.map(({ p_max }) => p_max));
      assert.ok(capacity(wide, t) >= needed - 1e-6, `hour ${t}`);
    }
    const hours = (listed: number[][]): number => listed.flat().reduce((all, on) => all + on, 0);
    assert.ok(hours(wide) > hours(tight));
  });
});
