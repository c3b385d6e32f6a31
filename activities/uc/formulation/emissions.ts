/**
 * Emissions of CO2 of all units over the horizon, with x the excess over a soft limit, which has a price:
 *
 *     sum_g sum_t (e_g p + s_g v) - x <= limit
 *
 * The Lagrangian relaxation prices this single row like every row that couples units. A price of emissions needs no
 * row: it is part of the costs of the units (temporal/case/arithmetic/emissions.ts).
 */
import {
  emissionExcess,
  tellsEmissions,
  unitEmissions,
} from '../../../temporal/case/arithmetic/emissions.ts';
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import { atMost, type Term, times } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { type Schedule, startsOf } from '../schedule.ts';
import type { Variables } from '../variables.ts';
import { type Family, toPrice, type UnitTerms } from './family.ts';

export const emissions: Family = {
  add(milp, instance, x) {
    const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = instance.case;
    if (limit === undefined) return {};
    const excess: Term[] = penalty === undefined ? [] : [[-1, milp.column({ cost: penalty })]];
    const row = milp.row(atMost(limit, [...emissionTerms(instance, x), ...excess]));
    return {
      prices: (dualOf) => ({ emission_shadow_price_usd_per_t: toPrice(dualOf(row)) }),
      multipliers: (dualOf) => ({ emission_usd_per_t: toPrice(dualOf(row)) }),
    };
  },
  limits(instance, units) {
    const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = instance.case;
    if (limit === undefined || penalty !== undefined) return [];
    const number = { element_type: 'system', element_id: null, field: 'emission_limit_t' } as const;
    const row = atMost(limit, emitted(instance, units));
    return [{ row, number: { ...number, from: limit, code: 'EMISSION_LIMIT' } }];
  },
  figures(instance, schedule) {
    if (!tellsEmissions(instance.case)) return {};
    const byUnit = seriesOf(instance, schedule).map((series) => series.map(rounded));
    const hours = Array.from({ length: instance.periods }, (_, t) =>
      rounded(byUnit.reduce((sum, series) => sum + (series[t] ?? 0), 0)),
    );
    const total = totalOf(instance, schedule);
    const { emission_price_usd_per_t: price, emission_penalty_usd_per_t: penalty } = instance.case;
    return {
      emissions_t: hours,
      total_emissions_t: rounded(total),
      generator_emissions_t: Object.fromEntries(instance.units.map(({ name }, g) => [name, byUnit[g] ?? []])),
      ...(price !== undefined && { emission_cost_usd: rounded(price * total) }),
      ...(penalty !== undefined &&
        instance.case.emission_limit_t !== undefined && {
          emission_excess_t: excessOf(instance, schedule),
        }),
    };
  },
  penalty: (instance, schedule) =>
    (instance.case.emission_penalty_usd_per_t ?? 0) * excessOf(instance, schedule),
};

/** CO2 of all units over the horizon, t. */
export const emissionTerms = (instance: Instance, x: Variables): Term[] =>
  emitted(instance, {
    output: (g, t) => [
      [instance.units[g]?.pMin[t] ?? 0, x.on(g, t)],
      [1, x.above(g, t)],
    ],
    startup: (g, t) => [[1, x.startup(g, t)]],
  });

const emitted = ({ units, periods }: Instance, terms: Pick<UnitTerms, 'output' | 'startup'>): Term[] =>
  units.flatMap(({ co2PerMwh, co2PerStart }, g) =>
    Array.from({ length: periods }, (_, t): Term[] => [
      ...(co2PerMwh > 0 ? times(co2PerMwh, terms.output(g, t)) : []),
      ...(co2PerStart > 0 ? times(co2PerStart, terms.startup(g, t)) : []),
    ]).flat(),
  );

/** Emissions, t, shape [units][T]. */
const seriesOf = ({ case: { generators }, units, jobType }: Instance, { on, output }: Schedule): number[][] =>
  generators.map((generator, g) => {
    const starts = startsOf(units[g]?.onBefore, on[g]);
    return unitEmissions(generator, output[g] ?? [], jobType === 'ed' ? [] : starts);
  });

const totalOf = (instance: Instance, schedule: Schedule): number =>
  seriesOf(instance, schedule)
    .flat()
    .reduce((sum, t) => sum + t, 0);

/** Excess over the limit, t, rounded as reported, so that the penalty is that of the reported excess. */
const excessOf = (instance: Instance, schedule: Schedule): number =>
  rounded(emissionExcess(instance.case, totalOf(instance, schedule)));
