/** Opens a search: a session with the model of a case, and everything else that the search requires. */

import type { WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { Milp } from '../../milp/model.ts';
import { type Formulation, formulate } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { relativeGap, type Show, type Solve, searchClock } from '../base/solve.ts';
import { commitmentOf, commitmentValues, type GivenHours, givenHours } from '../model/commitment-values.ts';
import { openSecureModel, type SecureModel } from '../model/secure-model.ts';
import { type Dispatch, integerColumns, type Search } from './kernels/search.ts';

/** Relative gap below which a search does not need an outline to find a better schedule. */
const NEAR = 0.01;

/**
 * Relation between the units of a model and those of the case: a unit of the model is a unit of the case, or several
 * equal ones.
 */
export interface Reading {
  readonly instance: Instance;
  /** True if a search of single units may follow, so that pricing is not the last phase. */
  readonly isMerged: boolean;
  /** The commitment from which the search begins, by unit name. */
  readonly start: Commitment | undefined;
  hoursOf(commitment: Commitment): GivenHours;
  commitmentOf(formulation: Formulation, primal: Float64Array): Commitment;
  /** Cost of a solution for the units of the case, $. `objective`: its cost in the model. */
  costOf(modelled: Modelled, primal: Float64Array, objective: number): number;
  /** Converts a dispatch to the columns of the case's own units; returns it with the model of these columns. */
  read(modelled: Modelled, dispatch: Dispatch): ReadDispatch;
}

type Modelled = Pick<Search, 'formulation' | 'model'>;

export interface ReadDispatch {
  readonly formulation: Formulation;
  readonly model: Pick<SecureModel, 'limits' | 'tangents' | 'deliverables' | 'overflow'>;
  readonly dispatch: Dispatch;
}

const singleUnits = (instance: Instance, start: Commitment | undefined): Reading => ({
  instance,
  isMerged: false,
  start,
  hoursOf: (commitment) => givenHours(instance, commitment),
  commitmentOf: (formulation, primal) => commitmentOf(instance, formulation, primal),
  costOf: (_modelled, _primal, objective) => objective,
  read: (modelled, dispatch) => ({ ...modelled, dispatch }),
});

export interface OpenedSearch extends Search {
  readonly solve: Solve;
  readonly reading: Reading;
  /** Data of a similar case; undefined if there is a `start`. */
  readonly warmStart?: WarmStart | undefined;
}

/**
 * Opens a search. `start`: commitment by unit name, of single units if `reading` is absent. The caller disposes of the
 * session.
 */
export async function openSearch(
  solve: Solve,
  start?: Commitment,
  reading: Reading = singleUnits(solve.prepared.instance, start),
): Promise<OpenedSearch> {
  const { request, watch, spare } = solve;
  const { instance } = reading;
  const formulation = formulate(instance);
  const { random_seed: randomSeed, presolve } = request.payload.options ?? {};
  const openPart = (milp: Milp) => solve.open(milp, solve.stop, { randomSeed, presolve });
  const { session, model } = await openSecureModel({ ...solve.prepared, instance }, formulation, openPart);
  const integers = integerColumns(formulation, session);
  const { rows, columns } = formulation.milp;
  solve.show({ size: { rows: rows.length, columns: columns.length, integers: integers.count } });
  const show = showIn(solve, reading);
  return {
    solve,
    reading,
    instance,
    formulation,
    session,
    openPart,
    model,
    integers,
    mipGap: request.mipGap,
    start: reading.start && commitmentValues(instance, formulation, reading.start),
    warmStart: reading.start ? undefined : request.warmStart,
    similar: request.warmStart?.relaxation,
    clock: searchClock(solve),
    show,
    tell(primal, modelled, bound) {
      const objective = reading.costOf({ formulation, model }, primal, modelled);
      if (spare) spare.isNear ||= relativeGap(objective, bound) <= NEAR;
      watch.onIncumbent({ commitment: reading.commitmentOf(formulation, primal), objective, bound });
      show({ incumbent: objective, bound });
    },
  };
}

/**
 * Reports progress. Pricing is not the last phase of a search of merged units, so it is not reported. A relaxed
 * dispatch reports no figures, because it pays no-load costs of idle units only in the model.
 */
function showIn({ show }: Solve, { isMerged, instance: { relaxed } }: Reading): Show {
  return (news) => {
    const shown = { ...news };
    if (isMerged && news.phase === 'pricing') delete shown.phase;
    if (relaxed) for (const figure of ['incumbent', 'bound'] as const) delete shown[figure];
    show(shown);
  };
}
