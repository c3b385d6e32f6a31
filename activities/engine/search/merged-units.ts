/**
 * Merges equal units into one unit with a number of units on: the LP becomes smaller, and the MIP loses their symmetry.
 * The bound and the infeasibility of the merged model also hold for single units. Its schedule gives the number of
 * units that are on.
 */
import type { Commitment } from '../../../temporal/case/schema.ts';
import { MilpBuilder } from '../../milp/model.ts';
import { aggregateHours, aggregateUnits } from '../../uc/aggregation/aggregate-units.ts';
import { disaggregate } from '../../uc/aggregation/disaggregate.ts';
import { splitValues } from '../../uc/aggregation/split-values.ts';
import { objectiveOf, scheduleCost } from '../../uc/cost.ts';
import { penaltyOf } from '../../uc/formulation/families.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { addVariables } from '../../uc/formulation/variables.ts';
import type { Instance } from '../../uc/instance.ts';
import { toSchedule } from '../../uc/schedule.ts';
import { everyHour, type GivenHours, givenHours } from '../model/commitment-values.ts';
import type { Reading } from './open-search.ts';

/** Units are merged only if the share of units that remain is at most this; otherwise merging gains too little. */
const MOST_LEFT = 0.9;

/** Merges units; undefined if few units are equal. `start`: commitment of the single units, by name. */
export function mergedUnits(instance: Instance, start: Commitment | undefined): Reading | undefined {
  const aggregation = aggregateUnits(instance);
  const { units, periods } = aggregation.instance;
  if (units.length > MOST_LEFT * instance.units.length) return undefined;
  const sums = (hours: GivenHours): GivenHours => aggregateHours(aggregation, hours);
  const rounded = (column: (g: number, t: number) => number, primal: Float64Array): number[][] =>
    units.map((_, g) => Array.from({ length: periods }, (_hour, t) => Math.round(primal[column(g, t)] ?? 0)));
  /** Commitment of the single units, shape [units][T]. */
  const hoursOn = ({ x }: Formulation, primal: Float64Array): number[][] =>
    disaggregate(aggregation, { on: rounded(x.on, primal), startup: rounded(x.startup, primal) });
  /** Splits a solution: columns of the single units, and a solution in these columns. */
  const split = (formulation: Formulation, primal: Float64Array) => {
    const milp = new MilpBuilder();
    const x = addVariables(milp, instance);
    const values = splitValues(aggregation, hoursOn(formulation, primal), primal, formulation.x, x);
    return { x, primal: Float64Array.from(milp.columns.keys(), (column) => values.get(column) ?? 0) };
  };
  return {
    instance: aggregation.instance,
    isMerged: true,
    start: start && byName(units, sums(everyHour(instance, start))),
    hoursOf: (commitment) => sums(givenHours(instance, commitment)),
    commitmentOf: (formulation, primal) => byName(instance.units, hoursOn(formulation, primal)),
    /** The cost is computed for single units, since one of them may start colder than the merged unit. */
    costOf({ formulation, model }, primal) {
      const single = split(formulation, primal);
      const schedule = toSchedule(instance, single.x, single.primal);
      const penalty = penaltyOf(instance, schedule);
      return objectiveOf(scheduleCost(instance, schedule, model.overflow(primal), penalty));
    },
    read({ formulation, model }, dispatch) {
      const { x, primal } = split(formulation, dispatch.primal);
      const { limits, tangents, deliverables } = model;
      const overflow = () => model.overflow(dispatch.primal);
      return {
        formulation: { ...formulation, x },
        model: { limits, tangents, deliverables, overflow },
        dispatch: { ...dispatch, primal },
      };
    },
  };
}

const byName = (units: Instance['units'], hours: GivenHours): Commitment =>
  Object.fromEntries(units.map(({ name }, g) => [name, (hours[g] ?? []).map((on) => on ?? 0)]));
