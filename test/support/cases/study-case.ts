/** Random cases with the additional elements of production-cost studies. Equal seeds give equal cases. */
import { largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Renewable, SolvePayload } from '../../../temporal/case/schema.ts';
import { narrowCase } from './altered-random-case.ts';
import { randomDraw } from './random.ts';
import { altered, capacityOf, type RandomCase, randomCase } from './random-case.ts';
import { reservingCase } from './reserving-case.ts';

/** DC lines. In half of the cases they connect two AC islands, which two lines out of service leave. */
export const linkedCase = altered(
  0,
  (payload, _, seed) => {
    const { transmission_lines: lines = [], contingencies, options } = payload;
    const split = {
      transmission_lines: lines.map((line, l) => ({ ...line, in_service: l !== 0 && l !== 2 })),
      contingencies: contingencies?.filter(({ lines: lost = [] }) => lost.length === 0),
    };
    const read = { ...payload, options: { ...options, network: true }, ...(seed % 2 === 1 && split) };
    return linked(read, seed);
  },
  (seed) => randomCase(seed, seed % 4 === 0 ? 'ed' : 'scuc'),
);

/** Adds one to three DC lines. Some must carry power, some carry it in one direction only, some are out of service. */
export function linked(payload: SolvePayload, seed: number): SolvePayload {
  const draw = randomDraw(4_000_000 + seed);
  const { transmission_lines: lines = [], generators } = payload;
  const buses = [...new Set(lines.flatMap(({ from_bus, to_bus }) => [from_bus, to_bus]))].sort(
    (a, b) => a - b,
  );
  if (buses.length < 2) return payload;
  const capacity = capacityOf({ generators });
  const dc_lines = Array.from({ length: draw.integer(1, 3) }, (_, k) => {
    const from = draw.integer(0, buses.length - 1);
    const to = (from + draw.integer(1, buses.length - 1)) % buses.length;
    const p_max_mw = capacity * draw.real(0.05, 0.4);
    const share = draw.chance(0.3) ? draw.real(0, 0.3) : -draw.real(0, 1);
    return {
      id: `D${k + 1}`,
      from_bus: buses[from] ?? 0,
      to_bus: buses[to] ?? 0,
      p_min_mw: p_max_mw * share,
      p_max_mw,
      ...(draw.chance(0.1) && { in_service: false }),
    };
  });
  return { ...payload, dc_lines };
}

/** Hydro power with up to four energy budgets, each for a range of hours; ranges may overlap. */
export const budgetCase = altered(
  5_000_000,
  (payload, draw) => {
    const { horizon, generators } = payload;
    const capacity = capacityOf(payload);
    const hydro = (k: number) => {
      const p_max = draw.hours(horizon, () => capacity * draw.real(0.05, 0.3));
      const p_min = p_max.map((mw) => (draw.chance(0.2) ? mw * draw.real(0, 0.5) : 0));
      const energy_limits = Array.from({ length: draw.integer(1, 4) }, () => {
        const first_hour = draw.integer(0, horizon - 1);
        const last_hour = draw.integer(first_hour, horizon - 1);
        const most = p_max.slice(first_hour, last_hour + 1).reduce((sum, mw) => sum + mw, 0);
        return { first_hour, last_hour, mwh: most * draw.real(0.2, 1.1) };
      });
      const bus = generators[draw.integer(0, generators.length - 1)]?.bus ?? 1;
      return { name: `H${k}`, bus, p_min, p_max, marginal_cost: draw.real(0, 3), energy_limits };
    };
    const more = Array.from({ length: draw.integer(1, 2) }, (_, k) => hydro(k));
    return { ...payload, renewables: [...(payload.renewables ?? []), ...more] };
  },
  (seed) => randomCase(seed, seed % 2 === 0 ? 'uc' : 'scuc'),
);

type EnergyLimit = NonNullable<Renewable['energy_limits']>[number];

/** Energy limits of units, renewables and storage, some with a least energy. */
export function takingCase(seed: number): RandomCase {
  const draw = randomDraw(22_000_000 + seed);
  const { jobType, payload } = seed % 3 === 0 ? budgetCase(seed) : cyclingCase(seed);
  const { horizon } = payload;
  const limits = (power: number | number[], chance: number, share: number): EnergyLimit[] =>
    Array.from({ length: draw.chance(chance) ? draw.integer(1, 3) : 0 }, () => {
      const first_hour = draw.integer(0, horizon - 1);
      const last_hour = draw.integer(first_hour, horizon - 1);
      const mwh = (last_hour + 1 - first_hour) * largestOf([power].flat()) * share * draw.real(0.5, 1.2);
      const least = draw.chance(0.6) && { min_mwh: mwh * (draw.chance(0.1) ? 1 : draw.real(0, 0.6)) };
      return { first_hour, last_hour, mwh, ...least };
    });
  const limited = <Item extends { energy_limits?: EnergyLimit[] | undefined }>(
    item: Item,
    more: EnergyLimit[],
  ): Item => (more.length > 0 ? { ...item, energy_limits: [...(item.energy_limits ?? []), ...more] } : item);
  return {
    jobType,
    payload: {
      ...payload,
      generators: payload.generators.map((unit) => limited(unit, limits(unit.p_max, 0.4, 0.7))),
      ...(payload.renewables && {
        renewables: payload.renewables.map((item) => limited(item, limits(item.p_max, 0.3, 0.8))),
      }),
      ...(payload.storage && {
        storage: payload.storage.map((item) => limited(item, limits(item.discharge_mw, 0.6, 0.3))),
      }),
    },
  };
}

/** Phase shifters; in half of the cases, ratings nearby are low. */
export const shiftingCase = altered(
  0,
  (payload, _, seed) => shifted(payload, seed),
  (seed) => (seed % 2 === 0 ? randomCase(seed, 'scuc') : narrowCase(3 * seed + 1)),
);

/** Adds phase shifts; one degree over 0.1 pu moves 17 MW. */
export function shifted(payload: SolvePayload, seed: number): SolvePayload {
  const draw = randomDraw(7_000_000 + seed);
  const lines = payload.transmission_lines?.map((line) => ({
    ...line,
    ...(draw.chance(0.6) && { phase_shift_deg: draw.real(-12, 12) }),
  }));
  return { ...payload, ...(lines && { transmission_lines: lines }) };
}

/** One to three batteries and pumped storages. Most cases give stored energy a value; some storages provide reserve. */
export function keepingCase(seed: number): RandomCase {
  const draw = randomDraw(8_000_000 + seed);
  const reserves = seed % 3 === 2 || draw.chance(0.4);
  const { jobType, payload } = reserves ? reservingCase(seed) : randomCase(seed);
  const capacity = capacityOf(payload);
  const more = Array.from({ length: draw.integer(1, 2) }, (_, s) => {
    const energy_mwh = capacity * draw.real(0.05, 0.5);
    const bus = payload.generators[draw.integer(0, payload.generators.length - 1)]?.bus ?? 1;
    const charge_mw = energy_mwh * draw.real(0.1, 0.6);
    const discharge_mw = energy_mwh * draw.real(0.1, 0.6);
    const efficiency = draw.chance(0.2) ? 1 : draw.real(0.7, 1);
    const initial_mwh = energy_mwh * draw.real(0, 1);
    return { name: `K${s}`, bus, energy_mwh, charge_mw, discharge_mw, efficiency, initial_mwh };
  });
  const storage = [...(payload.storage ?? []), ...more].map((item) => ({
    ...item,
    ...(draw.chance(0.8) && { final_value_usd_per_mwh: draw.real(0, draw.chance(0.2) ? 300 : 60) }),
  }));
  return { jobType, payload: { ...payload, storage } };
}

/** Storage with least powers, limits of cycles, or both directions in the same hour. */
export function cyclingCase(seed: number): RandomCase {
  const draw = randomDraw(11_000_000 + seed);
  const { jobType, payload } = seed % 2 === 0 ? fullStorageCase(seed) : keepingCase(seed);
  const least = (power: number | number[]): number | number[] =>
    draw.chance(0.5)
      ? draw.real(0.1, 1) * Math.min(...[power].flat())
      : draw.hours(payload.horizon, (hour) => draw.integer(0, 3) * 0.35 * ([power].flat()[hour] ?? 1));
  const storage = payload.storage?.map((item) => ({
    ...item,
    ...(draw.chance(0.5) && { charge_min_mw: least(item.charge_mw) }),
    ...(draw.chance(0.5) && { discharge_min_mw: least(item.discharge_mw) }),
    ...(draw.chance(0.4) && { no_simultaneous: draw.chance(0.2) }),
    ...(draw.chance(0.5) && {
      max_cycles_per_day: draw.real(0, 0.6),
      ...(draw.chance(0.6) && {
        day_hours_before: draw.integer(1, 23),
        day_discharged_mwh: item.energy_mwh * draw.real(0, 0.3),
      }),
    }),
  }));
  return { jobType, payload: { ...payload, ...(storage && { storage }) } };
}

/**
 * Storage with losses in both directions and over time, hourly costs, powers and least energies, inflow, and cycles.
 */
export function fullStorageCase(seed: number): RandomCase {
  const draw = randomDraw(9_000_000 + seed);
  const { jobType, payload } = keepingCase(seed);
  const hourly = (most: number, low: number): number | number[] =>
    draw.chance(0.5) ? most : draw.hours(payload.horizon, () => most * draw.real(low, 1));
  const storage = payload.storage?.map(({ efficiency = 1, initial_mwh = 0, ...item }) => {
    const least = initial_mwh * draw.real(0, 0.4);
    const cyclic = draw.chance(0.4);
    return {
      ...item,
      ...(draw.chance(0.7)
        ? { charge_efficiency: draw.real(0.8, 1), discharge_efficiency: draw.real(0.8, 1) }
        : { efficiency }),
      charge_mw: hourly(largestOf(item.charge_mw), 0.3),
      discharge_mw: hourly(largestOf(item.discharge_mw), 0.3),
      ...(draw.chance(0.4) && { standing_loss_per_h: draw.real(0, 0.03) }),
      ...(draw.chance(0.4) && { charge_cost_usd_per_mwh: draw.real(0, 4) }),
      ...(draw.chance(0.4) && { discharge_cost_usd_per_mwh: draw.real(0, 6) }),
      ...(draw.chance(0.4) && { min_mwh: hourly(least, 0.5) }),
      ...(draw.chance(0.4) && { inflow_mw: hourly(item.energy_mwh * draw.real(0, 0.4), 0) }),
      ...(draw.chance(0.3) && { final_max_mwh: item.energy_mwh * draw.real(0.6, 1) }),
      ...(cyclic ? { cyclic } : { initial_mwh }),
    };
  });
  return { jobType, payload: { ...payload, storage } };
}
