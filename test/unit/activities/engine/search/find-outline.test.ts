import assert from 'node:assert/strict';
import type { EngineRequest } from '../../../../../activities/engine/base/engine.ts';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { type Solve, startClock } from '../../../../../activities/engine/base/solve.ts';
import { outlineResult, type Uncertified } from '../../../../../activities/engine/result/result.ts';
import {
  findOutline,
  isOutlined,
  type Outline,
} from '../../../../../activities/engine/search/find-outline.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { certify } from '../../../../../activities/verifier/certify.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { atInterval } from '../../../../support/cases/at-interval.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { meshedCase } from '../../../../support/cases/meshed-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { requestOf, UNTOLD } from '../../../../support/engine/request.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** Number of random cases, which have all optional fields. */
const CASES = 60;

const FOLLOWED = { watch: UNTOLD, show: () => undefined };

interface Outlined {
  readonly outline: Outline;
  readonly result: Uncertified;
}

async function outlineOf(
  payload: SolvePayload,
  jobType: 'uc' | 'scuc' = 'uc',
  more: Partial<EngineRequest> = {},
): Promise<Outlined | undefined> {
  const prepared = prepareCase(payload, jobType);
  if (!isOutlined(prepared)) return undefined;
  const request = { jobType, payload, solver: 'highs', timeLimitS: 5, mipGap: 0.001, ...more } as const;
  const solve: Solve = {
    request,
    prepared,
    clock: startClock(5),
    // The session answers even though the solve must stop.
    open: (milp) => openHighs(milp, new Int32Array(1)),
    stop: Int32Array.of(1),
    ...FOLLOWED,
  };
  const outline = await findOutline(solve);
  return outline && { outline, result: outlineResult(solve, outline) };
}

function assertPassed(payload: SolvePayload, jobType: JobType, { result }: Outlined, what?: string) {
  const { checks } = certify(payload, jobType, result);
  const failed = checks.filter(({ ok }) => !ok);
  assert.deepEqual(failed, [], what);
  return checks;
}

describe('a schedule by priority list without a model', () => {
  it('passes every check, with ramps, reserve, renewables and starts', async () => {
    let outlines = 0;
    for (let seed = 0; seed < 24; seed++) {
      const payload = mixedCase(seed, 8, 24);
      const outline = await outlineOf(payload);
      if (!outline) continue;
      outlines += 1;
      assertPassed(payload, 'uc', outline, `seed ${seed}`);
      assert.ok((outline.result.lower_bound_usd ?? Infinity) <= (outline.result.objective_value ?? 0));
    }
    assert.ok(outlines >= 12, `${outlines} of 24`);
  });

  it('passes every check, or does not exist, for cases of every kind', async () => {
    let outlines = 0;
    for (let seed = 0; seed < CASES; seed++) {
      const { payload, jobType } = randomCase(seed);
      const outline = jobType === 'ed' ? undefined : await outlineOf(payload, jobType);
      if (!outline) continue;
      outlines += 1;
      assertPassed(payload, jobType, outline, `seed ${seed}`);
    }
    assert.ok(outlines >= CASES / 4, `${outlines} of ${CASES}`);
  });

  it('is that of a commitment which is known and can be dispatched', async () => {
    const payload = hardCase(12, 24);
    const { commitment, objective_value } = await solve('uc', payload, { mipGap: 0.01 });
    const start = { commitment, objective: objective_value ?? Number.NaN, bound: null };
    const finished = await outlineOf(payload, 'uc', { start, finish: true });
    assert.deepEqual(finished?.outline.commitment, commitment);
    const listed = await outlineOf(payload, 'uc', { finish: true });
    assert.ok((finished?.outline.cost ?? Infinity) < (listed?.outline.cost ?? 0));
  });

  it('passes every check in intervals of a quarter of an hour', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const payload = atInterval(mixedCase(seed, 8, 24), 15);
      const outline = await outlineOf(payload);
      if (!outline) continue;
      assert.equal(outline.result.interval_minutes, 15);
      assertPassed(payload, 'uc', outline, `seed ${seed}`);
    }
  });

  it('keeps flow limits, also after the loss of any line', async () => {
    const payload = meshedCase(60, 40, { seed: 2, outages: true });
    const outline = await outlineOf(payload, 'scuc');
    assert.ok(outline);
    const checks = assertPassed(payload, 'scuc', outline);
    assert.ok(checks.some(({ name }) => name === 'contingency_limits'));
  });

  it('keeps ratings by the hour, some of which are unlimited', async () => {
    const meshed = meshedCase(40, 30, { seed: 0, outages: true });
    const ratings = (mw: number, l: number) =>
      Array.from({ length: 24 }, (_, t) => ((t + l) % 7 === 0 ? null : mw * (t < 2 ? 2 : 1)));
    const transmission_lines = meshed.transmission_lines?.map((line, l) => ({
      ...line,
      rating_mw: ratings(Number(line.rating_mw ?? 0), l),
    }));
    const payload = { ...meshed, transmission_lines };
    const outline = await outlineOf(payload, 'scuc');
    assert.ok(outline);
    assertPassed(payload, 'scuc', outline);
  });

  it('costs little more than its bound where there are many units', async () => {
    const outline = await outlineOf(hardCase(300, 24));
    assert.ok(outline && (outline.result.mip_gap ?? 1) < 0.05);
  });

  it('is found for a case that must end at once', async () => {
    const payload = hardCase(50, 24);
    const outline = await findOutline({
      request: requestOf(payload),
      prepared: prepareCase(payload, 'uc'),
      clock: startClock(1),
      open: () => assert.fail('no solver is needed'),
      stop: Int32Array.of(1),
      ...FOLLOWED,
    });
    assert.ok(outline);
  });
});
