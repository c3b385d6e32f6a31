/** A session with the model of a case, and everything that a search of it needs. */
import { toldTime } from '../../../temporal/case/arithmetic/intervals.ts';
import { wholeMilliseconds } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Commitment } from '../../../temporal/case/schema.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession, SolverSettings } from '../../solvers/solver.ts';
import { type Formulation, formulate } from '../../uc/formulation/index.ts';
import type { Instance } from '../../uc/instance.ts';
import type { Clock } from '../base/clock.ts';
import type { EngineRequest } from '../base/engine.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { commitmentValues, type GivenHours } from '../model/commitment-values.ts';
import { openHour } from '../model/hour-alone.ts';
import { integerColumns } from '../model/integer-columns.ts';
import { openSecureModel } from '../model/secure-model.ts';
import type { ResultFacts, Uncertified } from '../result/result.ts';
import type { Search } from '../search/kernels/search-state.ts';
import { createWarmStarter } from '../search/warm-start.ts';
import type { Show, SolveWatch } from './solve-watch.ts';

/** What all searches of one request share. */
export interface SearchContext {
  readonly request: EngineRequest;
  readonly clock: Clock;
  /** Seconds at the end of the time that are not for the search, as long as it has no good schedule. */
  readonly sparedS?: () => number;
  /** Uses them for an outline; once it has ended, the search has the rest. */
  readonly useSpared?: () => Promise<void>;
  readonly open: (milp: Milp, settings: SolverSettings) => Promise<SolverSession>;
  readonly watch: SolveWatch;
  readonly show: Show;
  /** The commitment of a solution that breaks a flow limit, and that there was no time to dispatch. */
  readonly onUndispatched?: (commitment: Commitment) => void;
  /** A result that a search goes on from; it stands if that does not end. */
  readonly onReserve?: (result: Uncertified) => void;
  /** Once the solve is told to end. */
  readonly isStopped: () => boolean;
}

/** `solverVersion`: by default what is said where no solver was asked for the whole of the case. */
export const factsOf = (
  { request, clock }: Pick<SearchContext, 'request' | 'clock'>,
  solverVersion = 'not used',
): ResultFacts => ({
  solver: request.solver,
  solver_version: solverVersion,
  solve_time_s: wholeMilliseconds(clock.elapsedS()),
  mipGap: request.mipGap,
  ...toldTime(request.payload),
});

/** How commitments by unit name read in the model that is opened. */
export interface Reading {
  /** Begin with this one. */
  readonly start: Commitment | undefined;
  hoursOf(commitment: Commitment): GivenHours;
  commitmentOf(formulation: Formulation, primal: Float64Array): Commitment;
}

export interface OpenedSearch extends Search {
  /** What a client is told of the warm start it named. */
  warnings(): readonly string[];
}

export async function openSearch(
  { request, clock, sparedS = () => 0, useSpared, open, watch, show, onUndispatched }: SearchContext,
  prepared: PreparedCase,
  reading: Reading,
): Promise<OpenedSearch> {
  const { instance } = prepared;
  const formulation = formulate(instance);
  const { random_seed: randomSeed, presolve } = request.payload.options ?? {};
  const openPart = (milp: Milp) => open(milp, { randomSeed, presolve });
  const { session, model } = await openSecureModel(prepared, formulation, openPart);
  const integers = integerColumns(formulation, session);
  const { milp } = formulation;
  show({ size: { rows: milp.rows.length, columns: milp.columns.length, integers: integers.count } });
  const start = reading.start && commitmentValues(instance, formulation, reading.start);
  const warm =
    request.warmStart && createWarmStarter(instance, formulation, request.warmStart, reading.hoursOf);
  return {
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
    clock: { ...clock, leftS: () => Math.max(0, clock.leftS() - sparedS()) },
    useSpared,
    watch: {
      onPhase: (phase) => show({ phase }),
      onProgress: ({ bound, nodes }) => show({ ...known(instance, { bound }), nodes }),
      onRelaxation: (saved) => watch.onRelaxation?.(saved),
      onUndispatched: (primal) => onUndispatched?.(reading.commitmentOf(formulation, primal)),
      onIncumbent(primal, objective, bound) {
        watch.onIncumbent({ commitment: reading.commitmentOf(formulation, primal), objective, bound });
        show(known(instance, { incumbent: objective, bound }));
      },
    },
    warnings: () => warm?.warnings() ?? [],
  };
}

type Known = Pick<Parameters<Show>[0], 'incumbent' | 'bound'>;

/** A relaxed dispatch pays no-load costs of idle units in the model only: its figures are not those of the result. */
const known = ({ relaxed }: Instance, figures: Known): Known => (relaxed ? {} : figures);
