/** Random cases with values of lost load. */
import { pricedCase } from './priced-case.ts';
import { altered, randomCase } from './random-case.ts';

/**
 * Cases in which some loads have a value of lost load, constant or hourly, and in which load exceeds capacity in some
 * hours.
 */
export const valuedCase = altered(
  12_000_000,
  (payload, draw) => {
    const price = () => draw.real(0, draw.chance(0.5) ? 60 : 3000);
    const peak = draw.real(1, 1.8);
    const loads = payload.loads.flatMap(({ bus, values }) => {
      const grown = values.map((mw) => (draw.chance(0.3) ? mw * peak : mw));
      const parts = Array.from({ length: draw.integer(1, 3) }, () => draw.real(0.1, 1));
      const whole = parts.reduce((sum, part) => sum + part, 0);
      return parts.map((part) => ({
        bus,
        values: grown.map((mw) => (mw * part) / whole),
        ...(draw.chance(0.7) && {
          unserved_energy_usd_per_mwh: draw.chance(0.5) ? price() : values.map(price),
        }),
      }));
    });
    return { ...payload, loads };
  },
  (seed) => (seed % 2 === 0 ? randomCase(seed) : pricedCase(seed)),
);
