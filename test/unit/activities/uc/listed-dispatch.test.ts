import assert from 'node:assert/strict';
import { prepareCase } from '../../../../activities/engine/base/prepared-case.ts';
import type { Redispatch } from '../../../../activities/uc/hourly-dispatch.ts';
import { listedDispatch } from '../../../../activities/uc/listed-dispatch.ts';
import { hardCase } from '../../../support/cases/hard-case.ts';

const HOUR = 13;

describe('a dispatch by priority list', () => {
  it('asks for no hour of a list again before another unit is on', async () => {
    const { instance } = prepareCase(hardCase(20, 24), 'uc');
    const plain = await listedDispatch(instance, { isOver: () => false });
    assert.ok(plain);
    const capacity = (on: readonly (readonly number[])[]): number =>
      instance.units.reduce((mw, { pMax }, g) => mw + (on[g]?.[HOUR] ?? 0) * (pMax[HOUR] ?? 0), 0);
    const highs: number[] = [];
    // Until two more units are on, the shortfall is so small that many attempts are needed to add one.
    const redispatch: Redispatch = (t, windows, dispatch) => {
      if (t !== HOUR) return Promise.resolve(dispatch);
      highs.push(windows.high.filter((mw) => mw > 0).length);
      const isShort = Math.max(...highs) < (highs[0] ?? 0) + 2;
      return Promise.resolve(isShort ? { hour: t, missing: 0.01 } : dispatch);
    };
    const dispatch = await listedDispatch(instance, { isOver: () => false, redispatch });
    assert.ok(dispatch && capacity(dispatch.on) > capacity(plain.on));
    assert.ok(highs.length <= 4, `${highs.length} dispatches`);
  });
});
