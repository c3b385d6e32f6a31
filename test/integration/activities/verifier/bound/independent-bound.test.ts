import assert from 'node:assert/strict';
import { independentBound } from '../../../../../activities/verifier/bound/independent-bound.ts';
import { certify } from '../../../../../activities/verifier/certify.ts';
import { auditNetwork } from '../../../../../activities/verifier/network/network-audit.ts';
import { readCase } from '../../../../../activities/verifier/schedule/read-case.ts';
import { readSchedule } from '../../../../../activities/verifier/schedule/read-schedule.ts';
import type { UnverifiedResult } from '../../../../../activities/verifier/schedule/schedule.ts';
import { verifySchedule } from '../../../../../activities/verifier/verify.ts';
import { certificateSchema } from '../../../../../temporal/case/messages/certificate.ts';
import type { Multipliers } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { referenceCost } from '../../../../support/reference/reference-solver.ts';
import { day, daySchedule, ring, ringSchedule } from '../../../../unit/activities/verifier/hand-made.ts';

const NOTHING: Multipliers = {
  energy_usd_per_mwh: {},
  reserve_usd_per_mw: {},
  flow_limits: [],
  generator_outages: {},
};

const boundOf = (
  payload: SolvePayload,
  jobType: 'uc' | 'scuc',
  multipliers: Multipliers,
  result: UnverifiedResult = daySchedule(),
): number => {
  const schedule = readSchedule(readCase(payload, jobType), { ...result, multipliers });
  const proof = independentBound(schedule, auditNetwork(schedule).factors);
  return proof?.bound ?? Number.NaN;
};

/** Random multipliers of every limit in a case, and of some that are not in it. */
function randomMultipliers(draw: Draw, { horizon, ...payload }: SolvePayload): Multipliers {
  const prices = (high: number) => draw.hours(horizon, () => draw.real(-high / 4, high));
  const outages = [null, ...(payload.contingencies ?? []).map(({ id }) => id), 'unknown'];
  const limits = (payload.transmission_lines ?? []).flatMap(({ id }) =>
    outages.flatMap((outage) => draw.hours(horizon, (hour) => hour).map((hour) => ({ id, outage, hour }))),
  );
  return {
    energy_usd_per_mwh: { bus_1: prices(80) },
    reserve_usd_per_mw: Object.fromEntries((payload.reserves ?? []).map(({ name }) => [name, prices(40)])),
    flow_limits: limits
      .filter(() => draw.chance(0.2))
      .map(({ id, outage, hour }) => ({
        line_id: id,
        contingency_id: outage,
        hour,
        usd_per_mwh: draw.real(-40, 40),
      })),
    generator_outages: Object.fromEntries(
      (payload.contingencies ?? []).filter((item) => item.generators).map(({ id }) => [id, prices(20)]),
    ),
  };
}

describe('independent bound', () => {
  it('is never above the optimum, for any multipliers', async () => {
    let cases = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { payload, jobType } = randomCase(seed);
      if (jobType === 'ed') continue;
      const optimum = await referenceCost(payload, jobType);
      if (optimum === 'INFEASIBLE') continue;
      const draw = randomDraw(seed);
      for (let time = 0; time < 5; time++) {
        const bound = boundOf(payload, jobType, randomMultipliers(draw, payload));
        assert.ok(bound <= optimum, `seed ${seed}: ${bound} above ${optimum}`);
      }
      cases += 1;
    }
    assert.ok(cases >= 10, `${cases} cases`);
  }).timeout(60_000);

  it('is the cost itself where the prices are right', () => {
    const { lmp } = ringSchedule();
    const multipliers = {
      ...NOTHING,
      energy_usd_per_mwh: { bus_3: lmp['bus_3'] ?? [] },
      flow_limits: [{ line_id: '1-3', contingency_id: null, hour: 0, usd_per_mwh: -60 }],
    };
    const { objective_value } = ringSchedule();
    const bound = boundOf(ring, 'scuc', multipliers, ringSchedule());
    assert.ok(Math.abs(bound - (objective_value ?? 0)) < 1e-3, `${bound}, not ${objective_value}`);
  });

  it('reads multipliers that are missing, not finite or of the wrong sign as 0', () => {
    const odd = {
      energy_usd_per_mwh: { bus_1: [Number.NaN, 1, 1, 1], bus_9: [] },
      reserve_usd_per_mw: { spin: [-5, -5, Number.NaN, -1], none: [1] },
      flow_limits: [{ line_id: 'none', contingency_id: null, hour: 77, usd_per_mwh: 4 }],
      generator_outages: { none: [1, 1, 1, 1] },
    };
    const plain = { ...NOTHING, energy_usd_per_mwh: { bus_1: [0, 1, 1, 1] } };
    assert.equal(boundOf(day, 'uc', odd), boundOf(day, 'uc', plain));
  });

  it('is in the certificate of a commitment with its gap, and null without multipliers', () => {
    const multipliers = { ...NOTHING, energy_usd_per_mwh: { bus_1: [10, 30, 30, 10] } };
    const certificate = certify(day, 'uc', { ...daySchedule(), multipliers });
    const bound = certificate.independent_bound_usd ?? Number.NaN;
    assert.ok(bound > 0.5 * 4540 && bound <= 4540, `${bound}`);
    assert.equal(certificate.independent_gap, (4540 - bound) / 4540);
    assert.equal(certificate.checks.find(({ name }) => name === 'bound')?.ok, true);
    const without = certify(day, 'uc', daySchedule());
    assert.deepEqual([without.independent_bound_usd, without.independent_gap], [null, null]);
  });

  it('is null for a dispatch, which its prices prove', () => {
    const certificate = certify(day, 'ed', { ...daySchedule(), multipliers: NOTHING });
    assert.equal(certificate.independent_bound_usd, null);
  });

  it('above the objective fails the certificate: something is wrong then', () => {
    const schedule = readSchedule(readCase(day, 'uc'), daySchedule());
    const passes = (bound: number, tolerance: number) =>
      verifySchedule(schedule, auditNetwork(schedule), { bound, tolerance }).find(
        ({ name }) => name === 'bound',
      )?.ok;
    assert.equal(passes(4541, 0.5), false);
    assert.equal(passes(4541, 1), true);
  });

  it('is absent from older certificates, which stay valid', () => {
    const { independent_bound_usd, independent_gap, ...before } = certify(day, 'uc', daySchedule());
    assert.deepEqual([independent_bound_usd, independent_gap], [null, null]);
    assert.ok(certificateSchema.isValidSync(before, { strict: true }));
  });
});
