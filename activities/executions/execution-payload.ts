/** The payload of one window of an execution: the window's hours of the network, starting in the carried state. */
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import { stampOfHour } from '../../temporal/case/arithmetic/series-calendar.ts';
import type { RollingState } from '../../temporal/case/messages/rolling.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { withConnection } from '../rolling/connection-payload.ts';
import { type UsedEnergy, withinBudgets } from '../rolling/energy-budgets.ts';
import { type NetworkPayloadOptions, networkPayload } from '../rolling/network-payload.ts';
import { begunForOutages, networkOutages } from '../rolling/outages.ts';
import { quickUnits, realTimePayload } from '../rolling/real-time-payload.ts';
import { hoursFrom } from '../rolling/series-hours.ts';
import type { Window } from '../rolling/window.ts';
import { windowPayload } from '../rolling/window-payload.ts';
import type { RealTime } from './real-time.ts';

/**
 * Value of lost load in a rolling horizon, $/MWh. Since load may be shed at this cost, one day of shortage does not end
 * a long study.
 */
const UNSERVED_USD_PER_MWH = 10_000;
/** Penalty of energy spilled in real time, $/MWh: above usual prices, and below the value of lost load. */
const REAL_TIME_SPILL_USD_PER_MWH = 1000;
/** Penalty of flow above a rating, $/MWh; below the value of lost load. */
const LINE_PENALTY_USD_PER_MWH = 1000;

type Study = Pick<ExecutionRecord, 'options' | 'solver' | 'start' | 'connection'>;

export interface WindowStart {
  /** State at the start of the window; undefined for the first window. */
  readonly state: RollingState | undefined;
  /** Energy that earlier windows took from the budgets of the period in which the window begins, MWh. */
  readonly used?: UsedEnergy | undefined;
}

/**
 * Makes the payload of a window. `realTime`: the real-time hour of this window, with the day-ahead plan that it
 * follows; absent for a day-ahead window.
 */
export function executionPayload(
  study: Study,
  model: PcmModel,
  network: NetworkContent,
  window: Window,
  { state, used = {} }: WindowStart,
  realTime?: RealTime,
): SolvePayload {
  const runFirst = study.start?.hour ?? 0;
  const first = runFirst + window.start;
  // The payload also has the hour before the window, whose limits apply to a unit that stops in the first hour.
  const before = window.start > 0 ? 1 : 0;
  const outages = { seed: study.options.outage_seed };
  const spillPrice = study.options.spill_usd_per_mwh ?? (realTime ? REAL_TIME_SPILL_USD_PER_MWH : undefined);
  // In real time, the mean fuel prices of the day-ahead window apply.
  const priced = realTime?.dayAhead ?? window;
  const ofNetwork = networkPayload(network, {
    ...networkOptions(study, model, spillPrice),
    ...(realTime && { known: { first, length: window.kept } }),
    horizon: window.length + before,
    firstHour: first - before,
    outages: { ...outages, solvedFrom: before },
    pricedHours: { first: runFirst + priced.start, length: priced.kept },
  });
  const studyOptions = solveOptions(study, model);
  const whole = {
    ...ofNetwork,
    ...studyOptions,
    options: { ...ofNetwork.options, ...studyOptions.options },
    ...(study.start?.calendar && { start_time: stampOfHour(study.start.calendar, first) }),
  };
  const hoursLeft = study.options.horizon - window.start - window.length;
  const behind = hoursFrom(first + window.length, hoursLeft);
  const payload = windowPayload(whole, { ...window, start: before }, state, hoursLeft, (item) => {
    const stored = network.storage?.find(({ name }) => name === item.name);
    return stored ? withSeries('storage', { ...stored, energy_limits: undefined }, behind) : item;
  });
  const startedPayload = withinBudgets(
    begunForOutages(payload, networkOutages(network, { first, length: window.length }, outages)),
    network,
    { calendar: study.start?.calendar, runFirst, first, end: first + window.length },
    used,
    realTime?.plan &&
      ((name, from, to) => realTime.plan?.energyBetween(name, from - runFirst, to - runFirst)),
  );
  if (study.connection) return withConnection(startedPayload, study.connection, window.start);
  if (!realTime || spillPrice === undefined) return startedPayload;
  const quick = quickUnits(network.generators, study.options.real_time?.quick_start_h);
  return realTimePayload(startedPayload, state, realTime.plan?.from(window.start), { quick, spillPrice });
}

function networkOptions(
  { options }: Study,
  model: PcmModel,
  spillPrice: number | undefined,
): Omit<NetworkPayloadOptions, 'horizon'> {
  const { lines, line_penalty_usd_per_mwh = LINE_PENALTY_USD_PER_MWH, n_1 = model.nMinus1 } = options;
  return {
    withNetwork: withLines(options, model),
    includeReserves: options.include_reserves,
    nMinus1: n_1,
    linePenalty: lines === 'soft' ? line_penalty_usd_per_mwh : undefined,
    fuelPrices: options.fuel_prices,
    spillPrice,
    loadScale: options.load_scale,
    windScale: options.wind_scale,
  };
}

function solveOptions({ options, solver }: Study, model: PcmModel): Pick<SolvePayload, 'solver' | 'options'> {
  const { unserved_energy_usd_per_mwh = model.rolling ? UNSERVED_USD_PER_MWH : undefined, losses } = options;
  const { emission_price_usd_per_t } = options;
  return {
    solver: solver.id,
    options: {
      mip_gap: solver.mip_gap,
      presolve: solver.presolve,
      random_seed: solver.random_seed,
      ...(unserved_energy_usd_per_mwh !== undefined && { unserved_energy_usd_per_mwh }),
      ...(losses && { losses }),
    },
    ...(emission_price_usd_per_t !== undefined && { emission_price_usd_per_t }),
  };
}

const withLines = ({ lines }: Study['options'], model: PcmModel): boolean =>
  lines === undefined ? model.withNetwork : lines !== 'off';

/** Job type of a window. Without lines, a security-constrained unit commitment is a unit commitment on a single bus. */
export const jobTypeOf = (options: Study['options'], model: PcmModel): JobType =>
  model.jobType === 'scuc' && !withLines(options, model) ? 'uc' : model.jobType;
