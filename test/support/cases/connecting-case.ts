/**
 * Seeded cases with a new connection: 5 to 14 buses, 6 to 24 h, some with storage, reserve, wind, bids, demand response
 * and N-1.
 */
import type { ConnectionKind } from '../../../temporal/case/messages/connection.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { meshedCase } from './meshed-case.ts';
import { randomDraw } from './random.ts';

export interface ConnectingCase {
  readonly payload: SolvePayload;
  readonly bus: number;
  readonly kind: ConnectionKind;
  readonly maxMw: number;
  readonly profile: readonly number[];
}

export function connectingCase(seed: number): ConnectingCase {
  const draw = randomDraw(seed);
  const traded = randomDraw(27_000_000 + seed);
  const outages = draw.chance(0.3);
  const buses = draw.integer(5, outages ? 7 : 14);
  const horizon = draw.integer(6, outages ? 8 : 24);
  const { options: _, ...meshed } = meshedCase(buses, draw.integer(4, 7), { horizon, seed, outages });
  const peak = Math.max(...Array.from({ length: horizon }, (_, t) => loadAt(meshed, t)));
  const bus = () => draw.integer(1, buses);
  const wind = draw.hours(horizon, () => peak * draw.real(0, 0.2));
  const stored = peak * draw.real(0.1, 0.4);
  const payload: SolvePayload = {
    ...meshed,
    options: { mip_gap: 1e-4, unserved_energy_usd_per_mwh: 10_000 },
    ...(draw.chance(0.5) && {
      renewables: [{ name: 'W', bus: bus(), p_min: wind.map(() => 0), p_max: wind }],
    }),
    ...(draw.chance(0.5) && {
      storage: [
        {
          ...{ name: 'B', bus: bus(), energy_mwh: stored, initial_mwh: stored / 2, final_mwh: stored / 4 },
          ...{ charge_mw: stored / 3, discharge_mw: stored / 3, efficiency: 0.85 },
        },
      ],
    }),
    ...(draw.chance(0.6) && {
      reserves: [{ name: 'spin', mw: peak * draw.real(0.02, 0.1), penalty_usd_per_mwh: 1000 }],
    }),
    ...(traded.chance(0.5) && {
      bids: (['demand', 'supply'] as const).map((kind) => ({
        ...{ name: kind, bus: traded.integer(1, buses), kind },
        blocks: [{ mw: traded.hours(horizon, () => peak * traded.real(0, 0.1)), usd_per_mwh: 40 }],
      })),
      demand_response: [
        {
          ...{ name: 'D', bus: traded.integer(1, buses), cost_usd_per_mwh: 90 },
          shed_max_mw: traded.hours(horizon, () => peak * traded.real(0, 0.1)),
        },
      ],
    }),
  };
  return {
    payload,
    bus: bus(),
    kind: draw.chance(0.7) ? 'load' : 'generation',
    maxMw: peak * draw.real(0.2, 0.6),
    profile: draw.chance(0.5) ? [1] : draw.hours(horizon, () => draw.real(0.3, 1)),
  };
}

const loadAt = ({ loads }: Pick<SolvePayload, 'loads'>, hour: number): number =>
  loads.reduce((sum, { values }) => sum + (values[hour] ?? 0), 0);
