/** Random cases with limits of fuel. */
import type { FuelLimit } from '../../../temporal/case/schema.ts';
import { pricedCase } from './priced-case.ts';
import { altered, capacityOf, randomCase } from './random-case.ts';
import { takingCase } from './study-case.ts';

/**
 * Units of two fuels or none, some with fuel of starts, and one to four limits; some have a penalty, some a least
 * consumption.
 */
export const burningCase = altered(
  31_000_000,
  (payload, draw) => {
    const { horizon, loads } = payload;
    const generators = payload.generators.map((unit, g) => ({
      ...unit,
      ...((g === 0 || draw.chance(0.75)) && {
        fuel: g === 0 || draw.chance(0.6) ? 'gas' : 'oil',
        heat_rate_btu_per_kwh: draw.chance(0.1) ? 0 : draw.real(6000, 13_000),
        ...(draw.chance(0.5) && { startup_mmbtu: draw.real(10, 900) }),
      }),
    }));
    const limit = (): FuelLimit => {
      const fuel = draw.chance(0.3) && generators.some((unit) => unit.fuel === 'oil') ? 'oil' : 'gas';
      const first_hour = draw.integer(0, horizon - 1);
      const last_hour = draw.integer(first_hour, horizon - 1);
      const burners = generators.filter((unit) => unit.fuel === fuel);
      const share = capacityOf({ generators: burners }) / capacityOf({ generators });
      const energy = loads
        .flatMap(({ values }) => values.slice(first_hour, last_hour + 1))
        .reduce((sum, mw) => sum + mw, 0);
      const usual = 10 * share * energy;
      const most = draw.chance(0.85) && { max_mmbtu: usual * draw.real(0.4, 1.3) };
      const least = (!most || draw.chance(0.4)) && { min_mmbtu: usual * draw.real(0, 0.4) };
      return {
        ...{ fuel, first_hour, last_hour, ...most, ...least },
        ...(draw.chance(0.5) && { penalty_usd_per_mmbtu: draw.real(0, 12) }),
      };
    };
    return { ...payload, generators, fuel_limits: Array.from({ length: draw.integer(1, 4) }, limit) };
  },
  (seed) => (seed % 4 === 3 ? takingCase(seed) : seed % 2 === 0 ? randomCase(seed) : pricedCase(seed)),
);
