/** The production-cost models of the model builder, with their job types, networks and solvers. */
import type { JobType, SolverName } from '../solvers.ts';
import type { StudyOption } from './messages/study-options.ts';

export interface PcmModel {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Id of the network that is used when a run names none. */
  readonly defaultNetwork: string;
  readonly supportedSolvers: readonly SolverName[];
  readonly jobType: JobType;
  /** True if line limits apply; if false, all buses are one. */
  readonly withNetwork: boolean;
  /** True if the schedule must survive the loss of any single line, except lines whose loss splits the network. */
  readonly nMinus1: boolean;
  /** True if the horizon, of up to a year, is solved window by window. */
  readonly rolling: boolean;
  /** Further options that the model accepts; all others are ignored. */
  readonly options: readonly StudyOption[];
}

const TERMS: readonly StudyOption[] = [
  'start',
  'days',
  'unserved_energy_usd_per_mwh',
  'spill_usd_per_mwh',
  'fuel_prices',
  'emission_price_usd_per_t',
  'emission_cap_t',
  'load_scale',
  'wind_scale',
];
const NETWORK_TERMS: readonly StudyOption[] = ['lines', 'line_penalty_usd_per_mwh', 'n_1', 'losses'];
const ROLLING_TERMS: readonly StudyOption[] = [
  'step_h',
  'look_ahead_h',
  'outage_seed',
  'parallel',
  'real_time',
  'go_on',
];

/** Longest horizon of a single solve, h. The next constant: longest horizon of consecutive solves. */
export const SOLVE_HORIZON_H = 168;
const ROLLING_HORIZON_H = 8784;
export const DEFAULT_HORIZON_H = 24;

const PLAIN: readonly SolverName[] = ['highs', 'cbc'];

export const PCM_MODELS: readonly PcmModel[] = [
  {
    id: 'uc-standard',
    name: 'Unit commitment',
    description: 'Commitment and dispatch of all units on a single bus; MILP',
    defaultNetwork: 'demo-24h',
    supportedSolvers: PLAIN,
    jobType: 'uc',
    withNetwork: false,
    nMinus1: false,
    rolling: false,
    options: TERMS,
  },
  {
    id: 'scuc-dc',
    name: 'Security-constrained UC',
    description:
      'Unit commitment without overloaded lines, even after the loss of any line; MILP, DC network',
    defaultNetwork: 'demo-6bus',
    supportedSolvers: PLAIN,
    jobType: 'scuc',
    withNetwork: true,
    nMinus1: true,
    rolling: false,
    options: [...TERMS, ...NETWORK_TERMS],
  },
  {
    id: 'ed-hourly',
    name: 'Economic dispatch',
    description: 'Least-cost output of all units, hour by hour; LP',
    defaultNetwork: 'demo-24h',
    supportedSolvers: PLAIN,
    jobType: 'ed',
    withNetwork: false,
    nMinus1: false,
    rolling: false,
    options: TERMS,
  },
  {
    id: 'pcm-rolling',
    name: 'Rolling-horizon production cost',
    description:
      'Unit commitment with line ratings day after day, each with a day of look-ahead; MILP sequence',
    defaultNetwork: 'demo-6bus',
    supportedSolvers: ['highs'],
    jobType: 'scuc',
    withNetwork: true,
    nMinus1: false,
    rolling: true,
    options: [...TERMS, ...NETWORK_TERMS, ...ROLLING_TERMS],
  },
];

export const findPcmModel = (id: string): PcmModel | undefined => PCM_MODELS.find((model) => model.id === id);

export const longestHorizonH = ({ rolling }: PcmModel): number =>
  rolling ? ROLLING_HORIZON_H : SOLVE_HORIZON_H;
