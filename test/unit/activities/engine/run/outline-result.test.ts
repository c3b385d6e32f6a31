import assert from 'node:assert/strict';
import { startClock } from '../../../../../activities/engine/base/clock.ts';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { outlined } from '../../../../../activities/engine/run/outline-result.ts';
import { findOutline, isOutlined } from '../../../../../activities/engine/search/find-outline.ts';
import { certify } from '../../../../../activities/verifier/certify.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

function outlineOf(payload: SolvePayload) {
  const prepared = prepareCase(payload, 'uc');
  if (!isOutlined(prepared)) return undefined;
  const request = { jobType: 'uc', payload, solver: 'highs', timeLimitS: 0.1, mipGap: 0.001 } as const;
  const open = (): never => assert.fail('no solver is needed');
  const clock = startClock(0.1);
  return outlined(
    { request, clock, open, watch: UNWATCHED, show: () => undefined, isStopped: () => false },
    prepared,
    false,
  );
}

describe('a schedule by priority list without a model', () => {
  it('passes every check, with ramps, reserve, renewables and starts', () => {
    let found = 0;
    for (let seed = 0; seed < 40; seed++) {
      const payload = mixedCase(seed, 8, 24);
      const outline = outlineOf(payload);
      if (!outline) continue;
      found += 1;
      const { checks } = certify(payload, 'uc', outline.result);
      assert.deepEqual(
        checks.filter(({ ok }) => !ok),
        [],
        `seed ${seed}`,
      );
      assert.ok((outline.result.lower_bound_usd ?? Infinity) <= (outline.result.objective_value ?? 0));
    }
    assert.ok(found >= 20, `${found} of 40`);
  });

  it('costs little more than its bound where there are many units', () => {
    const outline = outlineOf(hardCase(300, 24));
    assert.ok(outline && (outline.result.mip_gap ?? 1) < 0.05);
  });

  it('is found for a case that is told to end at once', () => {
    const prepared = prepareCase(hardCase(50, 24), 'uc');
    const { schedule } = findOutline(prepared, {
      mipGap: 0,
      isOver: () => true,
      onSchedule: () => undefined,
      onBound: () => undefined,
    });
    assert.ok(schedule);
  });
});
