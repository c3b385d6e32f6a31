/** The first answer to a what-if, compared with the engine's optimum, proven to a gap of 0. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../../../activities/engine/base/engine.ts';
import { costInterval } from '../../../../../activities/engine/run/cost-interval.ts';
import { solveRequest } from '../../../../../activities/engine/run/solve-request.ts';
import { Unprocessable } from '../../../../../api/http/errors.ts';
import { changedPayload } from '../../../../../api/solve/what-if-changes.ts';
import type { ChangedCase } from '../../../../../temporal/case/messages/what-if.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { payload } from '../../../../support/cases/payloads.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { randomChanges } from '../../../../support/cases/random-changes.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { isFullSize } from '../../../../support/full-size.ts';

const CASES = isFullSize ? 20 : 8;
const CHANGES = 10;
/**
 * Reported costs are rounded to 1e-6 $, and a schedule may be off by the tolerances of the checks, which the bound
 * allows for.
 */
const ROUNDING = 1e-6;

const engine: Engine = (request, watch) => solveRequest(request, new Int32Array(1), watch);
const SIGNAL = { signal: new AbortController().signal };
const interval = (jobType: JobType, changed: ChangedCase) => costInterval(engine, jobType, changed, SIGNAL);

async function changed(base: SolvePayload, seed: number): Promise<SolvePayload | undefined> {
  try {
    return await changedPayload(base, randomChanges(base, seed), 168);
  } catch (error) {
    if (error instanceof Unprocessable) return undefined;
    throw error;
  }
}

describe('the cost interval of a changed case', function () {
  this.timeout(600_000);

  it(`holds the optimum: ${CHANGES} changes of each of ${CASES} cases`, async () => {
    const samples: Seen[] = [];
    for (let seed = 1; samples.length < CASES * CHANGES; seed++) samples.push(...(await seenOf(seed)));
    const count = (what: Seen['what']): number => samples.filter((each) => each.what === what).length;
    assert.deepEqual(
      samples.flatMap(({ miss }) => miss ?? []),
      [],
    );
    assert.ok(count('solved') > samples.length / 2 && count('impossible') > 0);
    assert.equal(count('open'), 0);
  });

  it('gives the causes at once if the case has no schedule', async () => {
    const base = payload();
    const parent = await solve('uc', base);
    const changedCase = payload({ loads: [{ bus: 1, values: [80, 500, 90] }] });
    const estimate = await interval('uc', { payload: changedCase, ...startOf(parent) });
    assert.deepEqual([estimate.lower_usd, estimate.upper_usd, estimate.verified], [null, null, false]);
    assert.equal(estimate.causes?.[0]?.code, 'CAPACITY_SHORTFALL');
  });

  it('is the cost itself where nothing that costs has changed', async () => {
    const base = payload();
    const parent = await solve('uc', base);
    const estimate = await interval('uc', { payload: base, ...startOf(parent) });
    assert.equal(estimate.upper_usd, parent.objective_value);
    assert.equal(estimate.verified, true);
  });

  it('has both ends without multipliers, as of an older result', async () => {
    const base = payload();
    const { commitment, objective_value } = await solve('uc', base);
    const estimate = await interval('uc', { payload: base, commitment });
    assert.equal(estimate.upper_usd, objective_value);
    assert.ok((estimate.lower_usd ?? Number.NaN) <= (objective_value ?? 0));
  });

  it('does not keep a commitment that sheds load where a list does without', async () => {
    const options = { unserved_energy_usd_per_mwh: 5000 };
    const base = payload({ options, loads: [{ bus: 1, values: [80, 90, 90] }] });
    const parent = await solve('uc', base);
    const changedCase = payload({ options, loads: [{ bus: 1, values: [80, 130, 90] }] });
    const estimate = await interval('uc', { payload: changedCase, ...startOf(parent) });
    const truth = await solve('uc', changedCase);
    assert.deepEqual(parent.commitment['g2'], [0, 0, 0]);
    assert.ok((estimate.upper_usd ?? Infinity) < 2 * (truth.objective_value ?? 0), JSON.stringify(estimate));
  });
});

interface Seen {
  readonly what: 'solved' | 'impossible' | 'open';
  readonly miss: string | undefined;
}

/** Changes of one case, compared with the optimum; empty for a case without a schedule. */
async function seenOf(seed: number): Promise<Seen[]> {
  const { jobType, payload: base } = randomCase(seed);
  const parent = await solve(jobType, base);
  const samples: Seen[] = [];
  for (let tried = 0; parent.objective_value !== null && samples.length < CHANGES; tried++) {
    const changedCase = await changed(base, 1000 * seed + tried);
    if (!changedCase) continue;
    const estimate = await interval(jobType, { payload: changedCase, ...startOf(parent) });
    const truth = await solve(jobType, changedCase, { mipGap: 0 });
    const miss = missOf(estimate, truth);
    samples.push({
      what: truth.objective_value === null ? 'impossible' : estimate.upper_usd === null ? 'open' : 'solved',
      miss: miss && `${jobType} seed ${seed}, change ${tried}: ${miss}`,
    });
  }
  return samples;
}

const startOf = ({ commitment, multipliers }: Awaited<ReturnType<typeof solve>>) => ({
  commitment,
  multipliers,
});

type Found = Awaited<ReturnType<typeof costInterval>>;
type Truth = Awaited<ReturnType<typeof solve>>;

function missOf(
  estimate: Found,
  { objective_value: cost, lower_bound_usd: bound }: Truth,
): string | undefined {
  const { lower_usd: lower, upper_usd: upper, causes, verified } = estimate;
  if (cost === null) return upper === null ? undefined : `${upper} for a case without a schedule`;
  if (causes) return `causes for a case that costs ${cost}`;
  const off = ROUNDING * Math.max(1, Math.abs(cost));
  if (lower !== null && lower > cost + off) return `lower ${lower} above ${cost}`;
  if (upper === null) return undefined;
  if (!verified) return `upper ${upper} is not verified`;
  if (bound !== null && upper < bound - off) return `upper ${upper} below ${bound}`;
  return lower !== null && lower > upper ? `${lower} above ${upper}` : undefined;
}
