/** The 24-bus day, extended so that its result has every kind of content: fuels, CO2, renewables, storage, reserve. */
import { rts24Scuc } from '../../../mongo/seed/rts24.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

const FUELS = ['coal', 'gas', 'oil', 'nuclear', 'hydro'];
const CO2: Readonly<Record<string, number>> = { coal: 0.9, gas: 0.45, oil: 0.7 };

/** A name that a careless page would render as markup. */
export const MARKUP = '<img src=x onerror=alert(1)>';

/** Makes the case. `scale`: factor of all loads. */
export function storiedCase(scale = 1): SolvePayload {
  const day = rts24Scuc();
  const hours = Array.from({ length: day.horizon }, (_, hour) => hour);
  return {
    ...day,
    generators: day.generators.map((unit, i) => {
      const fuel = FUELS[i % FUELS.length] ?? '';
      return { ...unit, fuel, co2_t_per_mwh: CO2[fuel] ?? 0 };
    }),
    loads: day.loads.map(({ bus, values }) => ({ bus, values: values.map((mw) => mw * scale) })),
    renewables: [
      {
        name: 'wind-3',
        bus: 3,
        p_min: hours.map(() => 0),
        p_max: hours.map((hour) => 120 + 80 * Math.sin(hour / 3)),
      },
    ],
    storage: [
      {
        name: MARKUP,
        bus: 14,
        energy_mwh: 400,
        charge_mw: 100,
        discharge_mw: 100,
        efficiency: 0.88,
        initial_mwh: 200,
        final_mwh: 200,
      },
    ],
    reserves: [{ name: 'spinning', mw: hours.map((hour) => 120 + hour) }],
  };
}
