/** Schedules of other tools: missing parts are completed, and faults are reported with their place. */
import assert from 'node:assert/strict';
import { completeSchedule } from '../../../../../activities/verifier/given/complete-schedule.ts';
import { verifyGiven } from '../../../../../activities/verifier/given/verify-given.ts';
import type { CheckName } from '../../../../../temporal/case/messages/families.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { GivenSchedule } from '../../../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { type RandomCase, randomCase } from '../../../../support/cases/random-case.ts';
import { strippedSchedule } from '../../../../support/cases/stripped-schedule.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { mutants } from '../../../../support/mutations/mutants.ts';

const SEEDS = 24;

interface Solved extends RandomCase {
  readonly seed: number;
  readonly result: SolveResult;
}

async function solvedCases(): Promise<Solved[]> {
  const solved: Solved[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const drawn = randomCase(seed);
    const result = await solve(drawn.jobType, drawn.payload);
    if (result.certificate) solved.push({ ...drawn, seed, result });
  }
  return solved;
}

/** Two units at one bus over three hours. Unit `dear` starts in the second hour. */
const PAYLOAD: SolvePayload = {
  horizon: 3,
  loads: [{ bus: 1, values: [80, 120, 90] }],
  generators: [unit('cheap', 20, 1), unit('dear', 40, -5)],
};

function unit(name: string, marginal_cost: number, initial_status: number) {
  const times = { min_uptime: 2, min_downtime: 1, initial_status };
  const costs = { marginal_cost, no_load_cost: 50, startup_cost: 100 };
  return { name, bus: 1, p_max: 100, p_min: 10, ramp_up: 60, ramp_down: 60, ...costs, ...times };
}

const SCHEDULE: GivenSchedule = {
  commitment: { cheap: [1, 1, 1], dear: [0, 1, 1] },
  dispatch_mw: { cheap: [80, 100, 80], dear: [0, 20, 10] },
};

/** Change of the schedule, the check that fails then, and its message. */
const BROKEN: readonly (readonly [change: Partial<GivenSchedule>, check: CheckName, words: RegExp])[] = [
  [
    { dispatch_mw: { cheap: [80, 101, 80], dear: [0, 19, 10] } },
    'output_limits',
    /^Generator cheap, hour 1: output outside its limits.*, by 1 MW$/,
  ],
  [
    { dispatch_mw: { cheap: [80, 100, 80], dear: [0, 20, 12.5] } },
    'power_balance',
    /^Schedule, hour 2: supply is above the load, by 2.5 MW$/,
  ],
  [
    {
      dispatch_mw: { cheap: [20, 100, 80], dear: [60, 20, 10] },
      commitment: { cheap: [1, 1, 1], dear: [1, 1, 1] },
    },
    'ramp',
    /^Generator cheap, hour 1: changes by more than its ramp, by 20 MW$/,
  ],
  [
    {
      dispatch_mw: { cheap: [80, 100, 90], dear: [0, 20, 0] },
      commitment: { cheap: [1, 1, 1], dear: [0, 1, 0] },
    },
    'min_uptime',
    /^Generator dear, hour 2: stops before its minimum up time is over, by 1 h$/,
  ],
  [{ total_cost_usd: 1 }, 'cost', /the costs given are not those/],
  [{ startup: { cheap: [0, 0, 0], dear: [0, 0, 0] } }, 'output_limits', /^Generator dear, hour 1: /],
  [{ flows_mw: { L1: [0, 0, 0] } }, 'line_limits', /^flows_mw has "L1", which the case does not have$/],
  [{ dispatch_mw: { ...SCHEDULE.dispatch_mw, wind: [0, 0, 0] } }, 'output_limits', /"wind"/],
  [
    { dispatch_mw: { cheap: [80, 100, 80] } },
    'output_limits',
    /^Generator dear: cannot be judged, because numbers are missing or too large$/,
  ],
  [
    { dispatch_mw: { cheap: [80, 100, 80], dear: [0, 1e308, 10] } },
    'output_limits',
    /^Generator dear, hour 1/,
  ],
  [{ lower_bound_usd: 1e9, mip_gap: 0 }, 'bound', /a bound is above the objective/],
];

/** Mutations that remove values which follow from other values. */
const FILLED_IN: readonly string[] = [
  'commitment: a key is missing',
  'dispatch_mw: a key is missing',
  'flows_mw: a key is missing',
  'lmp_components: a key is missing',
  'no total cost',
  'overflow_mw: a key is missing',
  'renewable_mw: a key is missing',
  'reserve_shortfall_mw: a key is missing',
  'unserved_mw: a key is missing',
];

describe('a schedule of others', function () {
  this.timeout(180_000);
  let cases: Solved[];
  before(async () => {
    cases = await solvedCases();
    assert.ok(cases.length > SEEDS / 2);
  });

  it('is verified by its decisions alone, and the rest is derived', () => {
    const derived = new Set<string>();
    for (const { jobType, payload, result, seed } of cases) {
      const verified = verifyGiven(payload, jobType, strippedSchedule(result));
      assert.deepEqual(verified.problems, [], `seed ${seed}`);
      assert.deepEqual([verified.verified, verified.missing], [true, []], `seed ${seed}`);
      assert.equal(verified.certificate.prices, 'absent');
      const vacuous = verified.certificate.checks.filter((check) => check.vacuous).map(({ name }) => name);
      assert.ok(vacuous.includes('prices') && vacuous.includes('cost'));
      const apart =
        (verified.certificate.recomputed_objective_usd ?? Number.NaN) - (result.objective_value ?? 0);
      assert.ok(Math.abs(apart) <= 1e-6 * Math.max(1, Math.abs(result.objective_value ?? 0)), `seed ${seed}`);
      for (const name of verified.derived) derived.add(name);
    }
    const fields = ['flows_mw', 'startup', 'storage.energy_mwh', 'total_cost_usd'];
    assert.deepEqual(
      fields.filter((field) => !derived.has(field)),
      [],
    );
  });

  it('is judged with all that a result has, prices included', () => {
    for (const { jobType, payload, result, seed } of cases) {
      const { certificate: _, ...schedule } = result;
      const verified = verifyGiven(payload, jobType, schedule);
      assert.deepEqual(verified.problems, [], `seed ${seed}`);
      assert.ok(verified.verified, `seed ${seed}`);
      assert.equal(verified.certificate.prices, undefined);
    }
  });

  it('has its prices judged also without their parts and the limits that make them', () => {
    let derived = 0;
    for (const { jobType, payload, result, seed } of cases) {
      const { certificate: _, lmp_components: _parts, binding_constraints: _limits, ...schedule } = result;
      const verified = verifyGiven(payload, jobType, schedule);
      assert.deepEqual(verified.problems, [], `seed ${seed}`);
      const isLossy = payload.options?.losses === true && verified.missing.length > 0;
      assert.equal(verified.verdict, isLossy ? 'not_fully_judged' : 'verified', `seed ${seed}`);
      if (verified.derived.includes('binding_constraints')) derived += 1;
    }
    assert.ok(derived > 2, `${derived}`);
  });

  it('is refused with a place for everything that was spoilt', () => {
    let spoilt = 0;
    const others = { verified: new Set<string>(), not_fully_judged: new Set<string>() };
    for (const { jobType, payload, result, seed } of cases) {
      const { certificate: _, ...schedule } = result;
      for (const mutant of mutants(schedule, payload, jobType, seed)) {
        const { verdict, problems, certificate } = verifyGiven(payload, jobType, mutant.result);
        if (verdict !== 'refused') {
          others[verdict].add(mutant.mutation);
          continue;
        }
        const reportedChecks = new Set(problems.map(({ check }) => check));
        const failed = certificate.checks.filter(({ ok }) => !ok).map(({ name }) => name);
        assert.deepEqual(
          failed.filter((name) => !reportedChecks.has(name)),
          [],
          `${mutant.mutation}, seed ${seed}`,
        );
        spoilt += 1;
      }
    }
    // Values that follow from others are computed anew. Prices do not follow, so they stay missing.
    assert.deepEqual([...others.verified].sort(), FILLED_IN);
    assert.deepEqual(
      [...others.not_fully_judged].filter(
        (mutation) => !/^((lmp|\w*price\w*): a key is missing|reserve without a price)$/.test(mutation),
      ),
      [],
    );
    assert.ok(spoilt > 300, `${spoilt} mutants`);
    process.stdout.write(`    ${spoilt} spoilt schedules refused\n`);
  });

  it('names element, hour and excess of each violation', () => {
    assert.deepEqual(verifyGiven(PAYLOAD, 'uc', SCHEDULE).problems, []);
    for (const [change, check, words] of BROKEN) {
      const { verified, problems } = verifyGiven(PAYLOAD, 'uc', { ...SCHEDULE, ...change });
      const messages = problems.filter((problem) => problem.check === check).map(({ message }) => message);
      assert.ok(!verified && messages.some((message) => words.test(message)), JSON.stringify(problems));
    }
  });

  it('finds the storage that breaks its energy, beside another that does not', () => {
    const data = { bus: 1, charge_mw: 10, discharge_mw: 10, energy_mwh: 20, initial_mwh: 10, efficiency: 1 };
    const storage = ['idle', 'full'].map((name) => ({ ...data, name, final_mwh: 10 }));
    const none = { charge_mw: [0, 0, 0], discharge_mw: [0, 0, 0] };
    const full = { charge_mw: [10, 3, 0], discharge_mw: [0, 0, 3] };
    const { problems } = verifyGiven({ ...PAYLOAD, storage }, 'uc', {
      ...SCHEDULE,
      storage: { idle: { ...none, energy_mwh: [10, 10, 4] }, full: { ...full, energy_mwh: [20, 23, 20] } },
    });
    const messages = problems.filter(({ check }) => check === 'storage').map(({ message }) => message);
    assert.deepEqual(
      messages.map((message) => message.replace(/: .*, by/, ':')),
      ['Storage idle, hour 2: 6 MW', 'Storage full, hour 1: 3 MW'],
    );
  });

  it('names missing units, and derives a commitment from outputs', () => {
    const { dear: _, ...outputs } = SCHEDULE.dispatch_mw;
    const lacking = verifyGiven(PAYLOAD, 'uc', { ...SCHEDULE, dispatch_mw: outputs });
    assert.deepEqual(lacking.missing, ['dispatch_mw.dear']);
    const derived = verifyGiven(PAYLOAD, 'uc', { dispatch_mw: SCHEDULE.dispatch_mw });
    assert.ok(derived.verified && derived.derived.includes('commitment'));
  });

  it('takes a unit that pays for the CO2 of its starts as on only where it produces', () => {
    const free = { ...unit('dear', 40, -5), p_min: 0, no_load_cost: 0, startup_cost: 0 };
    const judge = (co2_t_per_start: number, emission_price_usd_per_t: number) => {
      const generators = [unit('cheap', 20, 1), { ...free, co2_t_per_start }];
      const payload: SolvePayload = { ...PAYLOAD, generators, emission_price_usd_per_t };
      return completeSchedule(payload, 'uc', { dispatch_mw: SCHEDULE.dispatch_mw }).result.startup['dear'];
    };
    assert.deepEqual(judge(2, 30), [0, 1, 0]);
    assert.deepEqual(judge(2, 0), [1, 0, 0]);
  });

  it('reports that the rounding of a file may be the only fault', () => {
    const dispatch_mw = { cheap: [80, 100, 80], dear: [0, 20.00008, 10] };
    const fine = verifyGiven(PAYLOAD, 'uc', { ...SCHEDULE, dispatch_mw });
    assert.ok(fine.verified);
    const units = Array.from({ length: 60 }, (_, g) => ({ ...unit(`G${g}`, 20, 1), p_max: 2, p_min: 1 }));
    const outputs = Object.fromEntries(units.map(({ name }) => [name, [1.50004, 2 - 1e-5, 1.5]]));
    const loads = [{ bus: 1, values: [90, 120, 90] }];
    const coarse = verifyGiven({ ...PAYLOAD, generators: units, loads }, 'uc', { dispatch_mw: outputs });
    assert.match(coarse.problems[0]?.message ?? '', /, by 0.0024 MW; numbers rounded to 0.0001 MW/);
  });
});
