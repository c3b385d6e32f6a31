/**
 * Random stored networks that use every field. Optional values are sometimes missing, and series have different
 * lengths.
 */
import type { NetworkContent, NetworkGenerator } from '../../../temporal/case/network-schema.ts';
import { type Draw, randomDraw } from './random.ts';

const HOURS = 24 * 70;
const TYPES = ['STEAM', 'CC', 'CT'] as const;
const FUELS = ['Coal', 'Gas', 'Oil'] as const;
const AREAS = ['N', 'S'] as const;

const rounded = (value: number): number => Number(value.toFixed(3));

export function randomNetwork(seed: number): NetworkContent {
  const draw = randomDraw(seed);
  const sent = randomDraw(14_000_000 + seed);
  const bounded = randomDraw(17_000_000 + seed);
  const limited = randomDraw(22_000_000 + seed);
  const bought = randomDraw(26_000_000 + seed);
  /** Energy budget of a unit or storage of at most `mw`; sometimes undefined. */
  const budget = (mw: number) =>
    limited.chance(0.4)
      ? {
          period: (['day', 'week', 'month'] as const)[limited.integer(0, 2)] ?? 'day',
          mwh: [mw * 24, mw * 100],
          ...(limited.chance(0.6) && { min_mwh: [mw * 3, mw * 60] }),
        }
      : undefined;
  const pick = <T>(items: readonly T[]): T => {
    const item = items[draw.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const maybe = <T>(make: () => T): T | undefined => (draw.chance(0.6) ? make() : undefined);
  const series = (low: number, high: number): number[] =>
    draw.hours(pick([1, 24, 168, HOURS]), () => rounded(draw.real(low, high)));
  const buses = Array.from({ length: draw.integer(2, 5) }, (_, i) => ({
    id: i + 1,
    name: `Bus ${i + 1}`,
    v_nom_kv: 100,
    type: 'pq' as const,
    area: maybe(() => pick(AREAS)),
  }));
  const bus = () => pick(buses).id;
  const many = <T>(most: number, make: (i: number) => T): T[] =>
    Array.from({ length: draw.integer(1, most) }, (_, i) => make(i));
  /** Hourly ratings, which are unlimited in some hours. */
  const ratings = () => series(0, 200).map((mw) => (mw < 20 ? null : mw));
  // A line of a ring of all buses; lines beyond the first round are parallel to earlier ones.
  const line = (i: number) => ({
    id: `L${i}`,
    from_bus: (i % buses.length) + 1,
    to_bus: ((i + 1) % buses.length) + 1,
    r_ohm: draw.real(0, 2),
    x_ohm: 20,
    x_pu: 0.2,
    s_nom_mva: draw.chance(0.8) ? draw.integer(30, 200) : null,
    s_emergency_mva: maybe(() => 250),
    rating_mw_profile: draw.chance(0.3) ? ratings() : undefined,
    emergency_rating_mw_profile: draw.chance(0.2) ? ratings() : undefined,
    in_service: draw.chance(0.9),
    tap_ratio: maybe(() => draw.real(0.95, 1.05)),
    phase_shift_deg: maybe(() => draw.real(-5, 5)),
    penalty_usd_per_mwh: maybe(() => draw.integer(100, 2000)),
  });
  return {
    base_mva: 100,
    nominal_frequency_hz: 60,
    series_start: pick(['2023-12-20', '2024-02-27T06:00:00', '2024-03-29T00:00:00+01:00']),
    time_zone: pick(['UTC', 'Europe/Berlin', '-07:00']),
    buses,
    lines: many(7, line),
    dc_lines: maybe(() =>
      many(2, (i) => ({
        id: `D${i}`,
        from_bus: 2,
        to_bus: 1,
        p_min_mw: -10,
        p_max_mw: sent.chance(0.5) ? 30 : sent.hours(sent.integer(1, 30), () => sent.integer(20, 40)),
        in_service: draw.chance(0.5),
        ...(sent.chance(0.5) && { loss_factor: 0.1, cost_usd_per_mwh: 2 }),
        ...(sent.chance(0.5) && { ramp_up: 25, ramp_down: 30, initial_power_mw: 0 }),
      })),
    ),
    interfaces: bounded.chance(0.5)
      ? [
          {
            id: 'I0',
            lines: [{ id: 'L0', factor: bounded.chance(0.5) ? 1 : -0.5 }],
            p_min_mw: bounded.chance(0.5) ? -bounded.integer(20, 90) : undefined,
            p_max_mw: bounded.chance(0.5)
              ? 90
              : bounded.hours(bounded.integer(1, 30), (h) => 40 + h).map((mw) => (mw > 60 ? null : mw)),
            penalty_usd_per_mwh: bounded.chance(0.5) ? 400 : undefined,
          },
        ]
      : undefined,
    phase_shifters: bounded.chance(0.5)
      ? [
          {
            line: 'L0',
            min_deg: -bounded.integer(0, 9),
            max_deg: bounded.integer(0, 9),
            cost_usd_per_deg_h: 1,
          },
        ]
      : undefined,
    generators: many(6, (i) => ({
      ...randomUnit(draw, `G${i}`, bus(), pick),
      ...(sent.chance(0.4) && { ramp_up: sent.hours(sent.integer(1, 30), () => sent.integer(20, 60)) }),
      energy_limits: budget(50),
    })),
    loads: many(4, () => ({ bus: bus(), values: series(20, 90) })),
    renewables: maybe(() =>
      many(4, (i) => ({
        name: `R${i}`,
        bus: bus(),
        p_max: series(20, 60),
        p_min: maybe(() => series(0, 10)),
        must_take: maybe(() => draw.chance(0.5)),
        marginal_cost: maybe(() => draw.integer(0, 5)),
        ...(sent.chance(0.4) && {
          marginal_cost: sent.hours(sent.integer(1, 30), () => sent.integer(0, 9)),
        }),
        type: maybe(() => pick(['WIND', 'HYDRO'])),
        energy_limits: maybe(() => ({
          period: pick(['day', 'week', 'month'] as const),
          mwh: draw.hours(draw.integer(1, 4), () => draw.integer(500, 9000)),
        })),
      })),
    ),
    storage: maybe(() =>
      many(2, (i) => ({
        name: `S${i}`,
        bus: bus(),
        energy_mwh: 100,
        charge_mw: 20,
        discharge_mw: 25,
        efficiency: 0.8,
        energy_limits: budget(10),
        initial_mwh: 30,
        final_mwh: maybe(() => 50),
        final_value_usd_per_mwh: maybe(() => 12),
        type: maybe(() => 'BATTERY'),
      })),
    ),
    reserves: maybe(() =>
      many(4, (i) => ({
        name: `P${i}`,
        mw: draw.chance(0.5) ? draw.integer(1, 9) : series(1, 9),
        direction: maybe(() => pick(['up', 'down'] as const)),
        areas: maybe(() => [pick(AREAS)]),
        provider_types: maybe(() => [pick(TYPES), pick(['WIND', 'BATTERY'])]),
        providers: maybe(() => ['G0', 'R0', 'S0']),
        response_min: maybe(() => 10),
        penalty_usd_per_mwh: maybe(() => 4000),
      })),
    ),
    bids: bought.chance(0.5)
      ? (['demand', 'supply'] as const).map((kind, i) => ({
          name: `B${i}`,
          bus: 1,
          kind,
          blocks: [0, 1].map((k) => ({
            mw: bought.chance(0.5) ? 5 : bought.hours(bought.integer(1, 30), () => bought.integer(0, 9)),
            usd_per_mwh: bought
              .hours(bought.integer(1, 30), () => bought.integer(20, 30))
              .map((usd) => (k === 0 ? usd : kind === 'demand' ? usd - 20 : usd + 20)),
          })),
        }))
      : undefined,
    demand_response: bought.chance(0.5)
      ? [
          {
            name: 'DR',
            bus: 2,
            shed_max_mw: bought.hours(bought.integer(1, 30), () => bought.integer(0, 9)),
            cost_usd_per_mwh: 60,
          },
        ]
      : undefined,
    fuels: FUELS.map((name) => ({
      name,
      price_usd_per_mmbtu: draw.chance(0.3)
        ? draw.real(1, 9)
        : draw.hours(draw.chance(0.5) ? 12 : HOURS, () => rounded(draw.real(1, 9))),
      co2_t_per_mmbtu: maybe(() => 0.06),
    })),
  };
}

function randomUnit(
  draw: Draw,
  name: string,
  bus: number,
  pick: <T>(items: readonly T[]) => T,
): NetworkGenerator {
  const maybe = <T>(make: () => T): T | undefined => (draw.chance(0.6) ? make() : undefined);
  const day = draw.integer(1, 60);
  const date = (after: number): string =>
    new Date(Date.UTC(2023, 11, 20 + after)).toISOString().slice(0, draw.chance(0.5) ? 10 : 19);
  return {
    name,
    bus,
    p_max: 100,
    p_min: 20,
    marginal_cost: 30,
    no_load_cost: 5,
    startup_cost: 100,
    ramp_up: 40,
    ramp_down: draw.chance(0.5) ? 40 : null,
    min_uptime: draw.integer(1, 8),
    min_downtime: 3,
    initial_status: draw.chance(0.6) ? 12 : -5,
    must_run: maybe(() => draw.chance(0.3)),
    type: maybe(() => pick(TYPES)),
    fuel: pick(FUELS),
    shutdown_cost: maybe(() => 40),
    variable_om_usd_per_mwh: maybe(() => 2),
    heat_rate_curve: maybe(() => [
      { mw: 20, mmbtu_per_h: 220 },
      { mw: 60, mmbtu_per_h: 560 },
      { mw: 100, mmbtu_per_h: 960 },
    ]),
    startup_fuel: maybe(() => [
      { lag_h: 3, mmbtu: 100, usd: 10 },
      { lag_h: 12, mmbtu: 300, usd: 20 },
    ]),
    maintenance: maybe(() => [
      { from: date(day), to: date(day + draw.integer(1, 5)) },
      { from: date(day + 8), to: date(day + 9) },
    ]),
    p_max_profile: draw.chance(0.2)
      ? draw.hours(24, () => rounded(draw.chance(0.1) ? draw.real(0, 25) : draw.real(50, 100)))
      : undefined,
    co2_t_per_mwh: draw.chance(0.2) ? 0.9 : undefined,
    forced_outage_rate: maybe(() => 0.1),
    mean_time_to_repair_h: maybe(() => 40),
  };
}
