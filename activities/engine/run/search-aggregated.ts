/**
 * Search of the model in which equal units are one with a count: a smaller LP, and a MIP without their symmetry. Its
 * bound and its infeasibility hold for the single units; its schedule says what they do.
 */

import type { Commitment } from '../../../temporal/case/schema.ts';
import { MilpBuilder } from '../../milp/model.ts';
import { type Aggregation, aggregateHours, aggregateUnits } from '../../uc/aggregation/aggregate-units.ts';
import { disaggregate } from '../../uc/aggregation/disaggregate.ts';
import { splitValues } from '../../uc/aggregation/split-values.ts';
import { objectiveOf, scheduleCost } from '../../uc/cost.ts';
import { penaltyOf } from '../../uc/formulation/families.ts';
import type { Formulation } from '../../uc/formulation/index.ts';
import { addVariables } from '../../uc/formulation/variables.ts';
import type { Instance } from '../../uc/instance.ts';
import { toSchedule } from '../../uc/schedule.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { everyHour, type GivenHours, givenHours } from '../model/commitment-values.ts';
import type { ReadFormulation, ReadModel } from '../result/result.ts';
import { findSchedule } from '../search/find-schedule.ts';
import type { FoundSchedule, Outcome, Search } from '../search/kernels/search-state.ts';
import { type OpenedSearch, openSearch, type Reading, type SearchContext } from './open-search.ts';
import type { Show } from './solve-watch.ts';

export interface SearchAbout {
  readonly solverVersion: string;
  readonly warnings: readonly string[];
}

export interface AggregatedSchedule {
  readonly outcome: FoundSchedule;
  /** Commitment of the single units. */
  readonly commitment: Commitment;
  readonly split: SplitSchedule;
}

type Aggregated = SearchAbout & (AggregatedSchedule | { readonly outcome: Exclude<Outcome, FoundSchedule> });

/** Merging that leaves more than this share of the units gains nothing that counts. */
const MOST_LEFT = 0.9;

/** Undefined when there are few equal units. */
export async function searchAggregated(
  context: SearchContext,
  prepared: PreparedCase,
): Promise<Aggregated | undefined> {
  const { instance } = prepared;
  const aggregation = aggregateUnits(instance);
  const merged = aggregation.instance;
  if (merged.units.length > MOST_LEFT * instance.units.length) return undefined;
  const search = await openSearch(
    { ...context, show: unpriced(context.show) },
    { ...prepared, instance: merged },
    readingOf(aggregation, instance, context.request.start?.commitment),
  );
  const { watch } = search;
  const onIncumbent = (primal: Float64Array, objective: number, bound: number): void =>
    watch.onIncumbent(primal, costOfSplit(aggregation, instance, search, primal, objective), bound);
  try {
    const outcome = await findSchedule({ ...search, watch: { ...watch, onIncumbent } });
    return toAggregated(aggregation, instance, search, outcome);
  } finally {
    search.session.dispose();
  }
}

/** Single units may be searched after it: its prices are not the last phase. */
const unpriced =
  (show: Show): Show =>
  ({ phase, ...news }) =>
    show(phase === undefined || phase === 'pricing' ? news : { ...news, phase });

/** Commitments of the single units in the merged model. */
function readingOf(aggregation: Aggregation, instance: Instance, start: Commitment | undefined): Reading {
  const { units } = aggregation.instance;
  const sums = (hours: GivenHours): GivenHours => aggregateHours(aggregation, hours);
  return {
    start: start && byName(units, sums(everyHour(instance, start))),
    hoursOf: (commitment) => sums(givenHours(instance, commitment)),
    commitmentOf: (formulation, primal) => byName(instance.units, hoursOn(aggregation, formulation, primal)),
  };
}

const byName = (units: Instance['units'], hours: GivenHours): Commitment =>
  Object.fromEntries(units.map(({ name }, g) => [name, (hours[g] ?? []).map((on) => on ?? 0)]));

/** What the single units do, shape [units][T]. */
function hoursOn(aggregation: Aggregation, { x }: Formulation, primal: Float64Array): number[][] {
  const { units, periods } = aggregation.instance;
  const rounded = (column: (g: number, t: number) => number): number[][] =>
    units.map((_, g) => Array.from({ length: periods }, (_hour, t) => Math.round(primal[column(g, t)] ?? 0)));
  return disaggregate(aggregation, { on: rounded(x.on), startup: rounded(x.startup) });
}

/** What the single units cost, $: a start of one may be colder than that of merged ones. */
function costOfSplit(
  aggregation: Aggregation,
  instance: Instance,
  search: OpenedSearch,
  primal: Float64Array,
  objective: number,
): number {
  const dispatch = { outcome: 'optimal', objective, primal, rowDual: new Float64Array() } as const;
  const found: FoundSchedule = { kind: 'schedule', dispatch, bound: -Infinity, nodes: 0 };
  const on = hoursOn(aggregation, search.formulation, primal);
  const { formulation, model, outcome } = splitSchedule(aggregation, instance, search, found, on);
  const schedule = toSchedule(instance, formulation.x, outcome.dispatch.primal);
  const overflow = model.overflow(primal);
  return objectiveOf(scheduleCost(instance, schedule, overflow, penaltyOf(instance, schedule)));
}

function toAggregated(
  aggregation: Aggregation,
  instance: Instance,
  search: OpenedSearch,
  outcome: Outcome,
): Aggregated {
  const about = { solverVersion: search.session.version, warnings: search.warnings() };
  if (outcome.kind !== 'schedule') return { ...about, outcome };
  const on = hoursOn(aggregation, search.formulation, outcome.dispatch.primal);
  const found: AggregatedSchedule = {
    outcome,
    commitment: byName(instance.units, on),
    split: splitSchedule(aggregation, instance, search, outcome, on),
  };
  return { ...about, ...found };
}

/** What a result is made of. */
export interface SplitSchedule {
  readonly formulation: ReadFormulation;
  readonly model: ReadModel;
  readonly outcome: FoundSchedule;
}

/** `on`: of the single units, shape [units][T]. */
function splitSchedule(
  aggregation: Aggregation,
  instance: Instance,
  { formulation, model }: Search,
  outcome: FoundSchedule,
  on: readonly (readonly number[])[],
): SplitSchedule {
  const { primal, rowDual, objective } = outcome.dispatch;
  const columns = new MilpBuilder();
  const x = addVariables(columns, instance);
  const values = splitValues(aggregation, on, primal, formulation.x, x);
  const split = Float64Array.from(columns.columns.keys(), (column) => values.get(column) ?? 0);
  return {
    formulation: { ...formulation, x },
    model: {
      limits: model.limits,
      tangents: model.tangents,
      deliverables: model.deliverables,
      overflow: () => model.overflow(primal),
    },
    outcome: { ...outcome, dispatch: { outcome: 'optimal', objective, rowDual, primal: split } },
  };
}
