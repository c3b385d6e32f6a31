/** A session with the model of a case, and everything that a search of it needs. */
import type { Commitment } from '../../../temporal/case/messages/payload.ts';
import type { Milp } from '../../milp/model.ts';
import { type Formulation, formulate } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import { openHour } from '../model/hour-alone.ts';
import {
  commitmentOf,
  commitmentValues,
  type GivenHours,
  givenHours,
  integerColumns,
} from '../model/integer-columns.ts';
import { openSecureModel, type SecureModel } from '../model/secure-model.ts';
import { type Dispatch, relativeGap, type Search } from './kernels/search-state.ts';
import type { Show, Solve } from './solve.ts';
import { createWarmStarter } from './warm-start.ts';

/** A search whose schedule is within this of its bound needs no other schedule, relative. */
const NEAR = 0.01;

/** How the units of a model read as those of the case: each is one of them, or several that are equal. */
export interface Reading {
  readonly instance: Instance;
  /** True where a search of single units may follow, so that prices are not the last phase. */
  readonly isMerged: boolean;
  /** The commitment to begin with, by unit name. */
  readonly start: Commitment | undefined;
  hoursOf(commitment: Commitment): GivenHours;
  commitmentOf(formulation: Formulation, primal: Float64Array): Commitment;
  /** Cost of a solution for the units of the case, $; `objective`: its cost in the model. */
  costOf(modelled: Modelled, primal: Float64Array, objective: number): number;
  /** A dispatch as one of the units of the case. */
  read(modelled: Modelled, dispatch: Dispatch): ReadDispatch;
}

type Modelled = Pick<Search, 'formulation' | 'model'>;

/** A dispatch in columns of the units of the case, and the model that it is of. */
interface ReadDispatch {
  readonly formulation: Formulation;
  readonly model: Pick<SecureModel, 'limits' | 'tangents' | 'deliverables' | 'overflow'>;
  readonly dispatch: Dispatch;
}

export const singleUnits = (instance: Instance, start: Commitment | undefined): Reading => ({
  instance,
  isMerged: false,
  start,
  hoursOf: (commitment) => givenHours(instance, commitment),
  commitmentOf: (formulation, primal) => commitmentOf(instance, formulation, primal),
  costOf: (_modelled, _primal, objective) => objective,
  read: ({ formulation, model }, dispatch) => ({ formulation, model, dispatch }),
});

export interface OpenedSearch extends Search {
  readonly solve: Solve;
  /** Tells a client about the warm start that it named. */
  warnings(): readonly string[];
}

/** The session is to be disposed of. */
export async function openSearch(solve: Solve, reading: Reading): Promise<OpenedSearch> {
  const { request, clock, watch, show, spare } = solve;
  const { instance } = reading;
  const prepared = { ...solve.prepared, instance };
  const formulation = formulate(instance);
  const { random_seed: randomSeed, presolve } = request.payload.options ?? {};
  const openPart = (milp: Milp) => solve.open(milp, { randomSeed, presolve });
  const { session, model } = await openSecureModel(prepared, formulation, openPart);
  const integers = integerColumns(formulation, session);
  const { milp } = formulation;
  show({ size: { rows: milp.rows.length, columns: milp.columns.length, integers: integers.count } });
  const start = reading.start && commitmentValues(instance, formulation, reading.start);
  const warm =
    request.warmStart && createWarmStarter(instance, formulation, request.warmStart, reading.hoursOf);
  return {
    solve,
    instance,
    formulation,
    session,
    openPart,
    openHour: (t) => openHour(prepared, t, openPart),
    model,
    integers,
    mipGap: request.mipGap,
    start,
    warmStart: start ? undefined : warm?.fit,
    similar: request.warmStart?.relaxation,
    clock: {
      ...clock,
      leftS: () => Math.max(0, clock.leftS() - (spare && !spare.isNear ? spare.seconds : 0)),
    },
    watch: {
      onPhase: (phase) => show(reading.isMerged && phase === 'pricing' ? {} : { phase }),
      onProgress: ({ bound, nodes }) => show({ ...figures(instance, { bound }), nodes }),
      onRelaxation: (saved) => watch.onRelaxation?.(saved),
      onIncumbent(primal, modelled, bound) {
        const objective = reading.costOf({ formulation, model }, primal, modelled);
        if (spare) spare.isNear ||= relativeGap(objective, bound) <= NEAR;
        watch.onIncumbent({ commitment: reading.commitmentOf(formulation, primal), objective, bound });
        show(figures(instance, { incumbent: objective, bound }));
      },
    },
    warnings: () => warm?.warnings() ?? [],
  };
}

type Figures = Pick<Parameters<Show>[0], 'incumbent' | 'bound'>;

/** None of a relaxed dispatch: it pays no-load costs of idle units in the model only. */
const figures = ({ relaxed }: Instance, news: Figures): Figures => (relaxed ? {} : news);
