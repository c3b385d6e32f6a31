/** Marginal CO2 against solves with a changed load, and traced CO2 against what the units emit. */
import assert from 'node:assert/strict';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { isFullSize } from '../../../../support/full-size.ts';
import { FAMILIES } from '../../../../support/seeded/families.ts';

/** Number of cases; a few of them have a reason not to be equal. */
const CASES = isFullSize ? 100 : 25;
const OTHERS = 4;
/** Changes of a load, MW; a limit may be reached within the larger one. */
const STEPS_MW = [0.5, 0.05, 0.01];
/** t/MWh; emissions of a result are rounded. */
const TOLERANCE = 2e-3;
/** Change of the price of CO2 that decides between dispatches of equal cost, $/t. */
const TINY_PRICE = 1e-3;

/** A seeded case whose units emit, each at its own rate, and that asks for the rates. */
function ratedCase(seed: number): { name: string; jobType: JobType; payload: SolvePayload } {
  const family = FAMILIES[seed % FAMILIES.length];
  assert.ok(family);
  const { jobType, payload } = family.caseOf(seed);
  return {
    ...{ name: family.name, jobType },
    payload: {
      ...payload,
      generators: payload.generators.map((unit, g) => ({
        ...unit,
        co2_t_per_mwh: 0.2 + 0.1 * ((5 * g + seed) % 9),
      })),
      options: { ...payload.options, emission_rates: true },
    },
  };
}

/** Some of the cases have no schedule. */
const seeds = Array.from({ length: 1.3 * CASES }, (_, seed) => seed);

describe('marginal CO2', () => {
  const tally: Record<string, number> = {};
  const count = (what: string): void => {
    tally[what] = (tally[what] ?? 0) + 1;
  };

  for (const seed of seeds) {
    const { name, jobType, payload } = ratedCase(seed);
    it(`is that of another load: ${name}, seed ${seed}`, async () => {
      const result = await solve(jobType, payload);
      if (result.objective_value === null) return count('infeasible');
      if (!result.marginal_co2_t_per_mwh) return count(`absent: ${result.warnings.at(-1)}`);
      const load = seed % payload.loads.length;
      const hour = (7 * seed) % payload.horizon;
      const bus = `bus_${payload.loads[load]?.bus}`;
      const up = result.marginal_co2_t_per_mwh[bus]?.[hour];
      const down = (result.marginal_co2_down_t_per_mwh?.[bus] ?? result.marginal_co2_t_per_mwh[bus])?.[hour];
      const sign = seed % 4 < 2 ? 1 : -1;
      count(await judge(jobType, payload, result, { load, hour, sign }, (sign > 0 ? up : down) ?? null));
    });
  }

  after(() => {
    assert.ok((tally['equal'] ?? 0) >= CASES - OTHERS, JSON.stringify(tally));
  });
});

interface Step {
  readonly load: number;
  readonly hour: number;
  readonly sign: 1 | -1;
}

/** Verdict on a rate; fails if the rate is wrong. */
async function judge(
  jobType: JobType,
  payload: SolvePayload,
  { commitment }: SolveResult,
  step: Step,
  rate: number | null,
): Promise<string> {
  const solved = (mw: number, price = 0): Promise<SolveResult> =>
    solve(jobType, changed(payload, step, mw, price), {
      start: { commitment, objective: Number.POSITIVE_INFINITY, bound: null },
      finish: true,
    });
  const emitted: Emitted = async (...change) => (await solved(...change)).total_emissions_t ?? null;
  const before = (await emitted(0)) ?? 0;
  const perHour = 60 / (payload.interval_minutes ?? 60);
  const rates: (number | null)[] = [];
  for (const size of STEPS_MW) {
    const mw = size * step.sign;
    const after = await emitted(mw);
    const expected = after === null ? null : ((after - before) / mw) * perHour;
    if (isEqual(expected, rate)) return 'equal';
    rates.push(expected);
  }
  const [shed, more] = [await solved(0), await solved(1)].map((one) => shedIn(one, payload, step));
  if (rate === null && Math.abs((more ?? 0) - (shed ?? 0) - 1) <= TOLERANCE) return 'one MW more is shed';
  if (await isTied(emitted, step)) return 'several dispatches of equal cost';
  if (payload.options?.losses) return 'losses: the shares of the buses move with the load';
  return assert.fail(`${rate}, not ${rates}, ${JSON.stringify(step)}`);
}

/** CO2 over the horizon with the load changed by MW, and the price of CO2 by $/t; null = not possible. */
type Emitted = (mw: number, price?: number) => Promise<number | null>;

const shedIn = ({ unserved_mw }: SolveResult, { loads }: SolvePayload, { load, hour }: Step): number =>
  unserved_mw?.[`bus_${loads[load]?.bus}`]?.[hour] ?? 0;

const isEqual = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) <= TOLERANCE;

/** True if dispatches of equal cost emit differently, before or after the step. */
async function isTied(emitted: Emitted, { sign }: Step): Promise<boolean> {
  for (const mw of [0, sign * Math.min(...STEPS_MW)]) {
    const [low, high] = [await emitted(mw, TINY_PRICE), await emitted(mw, -TINY_PRICE)];
    if (low !== null && high !== null && Math.abs(low - high) > 1e-4) return true;
  }
  return false;
}

const changed = (payload: SolvePayload, { load, hour }: Step, mw: number, price: number): SolvePayload => ({
  ...payload,
  options: { ...payload.options, emission_rates: false },
  ...(price !== 0 && { emission_price_usd_per_t: (payload.emission_price_usd_per_t ?? 0) + price }),
  loads: payload.loads.map((item, l) =>
    l === load ? { ...item, values: item.values.map((value, t) => (t === hour ? value + mw : value)) } : item,
  ),
});

describe('average CO2', () => {
  for (const seed of seeds.slice(0, 2 * FAMILIES.length)) {
    const { name, jobType, payload } = ratedCase(seed);
    it(`is all that the units emit: ${name}, seed ${seed}`, async () => {
      const result = await solve(jobType, payload);
      if (result.objective_value !== null) assertTraced(payload, result);
    });
  }

  it('is the mixture of what comes to a bus', async () => {
    const result = await solve('scuc', TWO_SOURCES);
    // 60 MW at 1 t/MWh and 40 MW without CO2 meet at bus 3; bus 1 has its own unit alone.
    assert.deepEqual(result.average_co2_t_per_mwh, { bus_1: [1], bus_2: [0], bus_3: [0.6] });
    assert.deepEqual(result.marginal_co2_t_per_mwh, { bus_1: [1], bus_2: [1], bus_3: [1] });
  });

  it('carries the CO2 of what a storage draws to the hours in which it discharges', async () => {
    const result = await solve('uc', STORING);
    assert.deepEqual(result.storage?.['s']?.charge_mw, [50, 0]);
    // 50 of 150 MWh are stored with 1 t/MWh, and return as 40 MWh among 200 MWh; the peaking unit emits 0.5 t/MWh.
    assert.deepEqual(result.average_co2_t_per_mwh, { bus_1: [1, (150 + 10 * 0.5 + 50) / 200] });
  });

  it('is absent unless it is asked for, and without CO2 data', async () => {
    const plain = await solve('uc', { ...STORING, options: {} });
    const { warnings, ...clean } = await solve('uc', {
      ...STORING,
      generators: STORING.generators.map(({ co2_t_per_mwh: _, ...unit }) => unit),
    });
    for (const result of [plain, clean])
      assert.deepEqual([result.average_co2_t_per_mwh, result.marginal_co2_t_per_mwh], [undefined, undefined]);
    assert.match(warnings.join(), /No generator has CO2 data/);
  });
});

type Unit = SolvePayload['generators'][number];

const unit = (name: string, about: Pick<Unit, 'p_max' | 'marginal_cost' | 'co2_t_per_mwh'>): Unit =>
  aUnit(name, { p_min: 0, no_load_cost: 0, startup_cost: 0, ramp_up: 1000, ramp_down: 1000, ...about });

const TWO_SOURCES: SolvePayload = {
  horizon: 1,
  generators: [unit('coal', { p_max: 200, marginal_cost: 20, co2_t_per_mwh: 1 })],
  renewables: [{ name: 'wind', bus: 2, p_min: [0], p_max: [40] }],
  loads: [
    { bus: 1, values: [30] },
    { bus: 3, values: [100] },
  ],
  transmission_lines: [
    { id: 'a', from_bus: 1, to_bus: 3, x_pu: 0.1, rating_mw: 500 },
    { id: 'b', from_bus: 2, to_bus: 3, x_pu: 0.1, rating_mw: 500 },
  ],
  options: { emission_rates: true },
};

const STORING: SolvePayload = {
  horizon: 2,
  generators: [
    unit('base', { p_max: 150, marginal_cost: 20, co2_t_per_mwh: 1 }),
    unit('peak', { p_max: 100, marginal_cost: 90, co2_t_per_mwh: 0.5 }),
  ],
  storage: [
    {
      ...{ name: 's', bus: 1, charge_mw: 50, discharge_mw: 50, energy_mwh: 100, initial_mwh: 0 },
      ...{ charge_efficiency: 0.8, discharge_efficiency: 1 },
    },
  ],
  loads: [{ bus: 1, values: [100, 200] }],
  options: { emission_rates: true },
};

/** Checks that loads, losses and stores carry what the units emit, by the data of the payload and the series alone. */
function assertTraced(payload: SolvePayload, result: SolveResult): void {
  const rates = result.average_co2_t_per_mwh ?? {};
  const perHour = 60 / (payload.interval_minutes ?? 60);
  const hours = Array.from({ length: payload.horizon }, (_, t) => t);
  const stores = (payload.storage ?? []).map((item) => {
    const { charge_mw = [], discharge_mw = [], energy_mwh = [] } = result.storage?.[item.name] ?? {};
    const efficiency = item.discharge_efficiency ?? 1;
    let stored = 0;
    const drawn = hours.map((t) => {
      const discharged = (discharge_mw[t] ?? 0) / efficiency / perHour;
      const remaining = Math.max(0, energy_mwh[t] ?? 0);
      const released = discharged > 0 ? (stored * discharged) / (discharged + remaining) : 0;
      const added = ((charge_mw[t] ?? 0) / perHour) * (rates[`bus_${item.bus}`]?.[t] ?? 0);
      stored += added - released;
      return added - released;
    });
    return { drawn, stored };
  });
  let carried = 0;
  for (const [bus, series] of Object.entries(rates))
    for (const t of hours) carried += ((series[t] ?? 0) * consumed(payload, result, bus, t)) / perHour;
  const inStore = stores.reduce((sum, { stored }) => sum + stored, 0);
  const emitted = result.total_emissions_t ?? Number.NaN;
  const off = emitted - carried - inStore;
  // Losses carry the rest.
  const most = payload.options?.losses ? 0.1 * emitted : 0;
  const rounding = 1e-5 * Math.max(100, emitted);
  assert.ok(off >= -rounding && off <= most + rounding, `${carried} + ${inStore}, not ${emitted}`);
}

/** Load served, after demand response, and accepted demand of bids at a bus, MW. */
function consumed(payload: SolvePayload, result: SolveResult, bus: string, t: number): number {
  const isHere = (item: { readonly bus: number }): boolean => `bus_${item.bus}` === bus;
  const loads = payload.loads.filter(isHere).map(({ values }) => values[t] ?? 0);
  const bids = (payload.bids ?? []).filter((bid) => isHere(bid) && bid.kind === 'demand');
  const sinks = payload.generators.filter(isHere).map(({ name }) => -(result.dispatch_mw[name]?.[t] ?? 0));
  const powers = [...loads, ...bids.map(({ name }) => result.bid_mw?.[name]?.[t] ?? 0), ...sinks];
  const changes = (payload.demand_response ?? [])
    .filter(isHere)
    .map(
      ({ name }) => (result.recovered_mw?.[name]?.[t] ?? 0) - (result.demand_response_mw?.[name]?.[t] ?? 0),
    );
  const served = changes.reduce((sum, mw) => sum + mw, -(result.unserved_mw?.[bus]?.[t] ?? 0));
  return Math.max(
    0,
    powers.reduce((sum, mw) => sum + Math.max(0, mw), served),
  );
}
