/** What a run is made of, as it is typed, as it is saved and as it is sent (pure). */
import type { Reply } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { ExecutionBody } from '../../client/runs.ts';
import { given, numberOf } from '../parts/typed.ts';

export type Model = Reply<'getModelBuilderModels'>['models'][number];
export type Solver = Reply<'getModelBuilderSolvers'>['solvers'][number];
export type SavedConfig = Reply<'getModelBuilderConfigsByConfigId'>;

export interface Settings {
  readonly model: string;
  /** Empty: the network that the model names. */
  readonly network: string;
  readonly solver: string;
  /** Parameter of the solver -> what is typed. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly length: string;
  readonly unit: 'days' | 'hours';
  readonly reserves: boolean;
  /** A date; empty: the first hour of the series. */
  readonly start: string;
  readonly lines: Lines;
  readonly n_1: boolean;
  readonly losses: boolean;
  readonly goOn: boolean;
  readonly realTime: boolean;
  /** `NG=4.5, Coal=2.1` */
  readonly fuelPrices: string;
  /** What is typed; empty: as the server usually does. */
  readonly terms: Readonly<Partial<Record<NumberTerm, string>>>;
}

type Options = NonNullable<ExecutionBody['options']>;
export const NUMBER_TERMS = [
  'step_h',
  'look_ahead_h',
  'line_penalty_usd_per_mwh',
  'unserved_energy_usd_per_mwh',
  'spill_usd_per_mwh',
  'emission_price_usd_per_t',
  'outage_seed',
] as const satisfies readonly (keyof Options)[];
export type NumberTerm = (typeof NUMBER_TERMS)[number];

/** What limits flows; `model`: what the model says. */
type Lines = 'model' | 'on' | 'soft' | 'off';

/** What a part of the form is given. */
export interface SettingsProps {
  readonly settings: Settings;
  readonly errors: Problem['fields'];
  readonly set: (change: Partial<Settings>) => void;
}

const DAY_H = 24;

export const newSettings = ({ id }: Pick<Model, 'id'>): Settings => ({
  model: id,
  network: '',
  solver: 'highs',
  parameters: {},
  length: '1',
  unit: 'days',
  reserves: false,
  start: '',
  lines: 'model',
  n_1: false,
  losses: false,
  goOn: true,
  realTime: false,
  fuelPrices: '',
  terms: {},
});

/** The solvers that the model can use and the service has. */
export const usableSolvers = (model: Model, solvers: readonly Solver[]): Solver[] =>
  solvers.filter(({ id, available }) => available && model.supported_solvers.includes(id));

/** What is typed, else the default of the catalog. */
export const parameterText = (
  { parameters }: Settings,
  { name, default: usual }: Solver['parameters'][number],
): string => parameters[name] ?? String(usual);

/** Undefined when no number is typed. */
function horizonOf({ length, unit }: Settings): number | undefined {
  const number = numberOf(length);
  return number === undefined ? undefined : number * (unit === 'days' ? DAY_H : 1);
}

const PRESOLVE = ['choose', 'on', 'off'] as const;
export const PRESOLVE_OPTIONS = PRESOLVE.map((name) => [name, name] as const);

export function solverBody(settings: Settings, { id, parameters }: Solver): ExecutionBody['solver'] {
  const typed = Object.fromEntries(parameters.map((each) => [each.name, parameterText(settings, each)]));
  const presolve = PRESOLVE.find((name) => name === typed['presolve']);
  const { presolve: _, ...numbers } = typed;
  return {
    id,
    ...given(Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, numberOf(text)]))),
    ...(presolve && { presolve }),
  };
}

export const runBody = (settings: Settings, solver: Solver, model: Model): ExecutionBody => ({
  pcm_model_id: settings.model,
  ...(settings.network && { network_id: settings.network }),
  solver: solverBody(settings, solver),
  options: {
    ...given({ horizon: horizonOf(settings) }),
    include_reserves: settings.reserves,
    ...studyOptions(settings, model),
  },
});

/** What the model does not take is not shown, and stays behind. */
function studyOptions(settings: Settings, { options: taken }: Model): Partial<Options> {
  const { start, lines, n_1, losses, goOn, realTime, terms } = settings;
  const fuel_prices = fuelPricesOf(settings.fuelPrices);
  const asked: Partial<Options> = {
    ...(start.trim() && { start: start.trim() }),
    ...(lines !== 'model' && { lines }),
    ...(n_1 && { n_1 }),
    ...(losses && { losses }),
    ...(!goOn && { go_on: false }),
    ...(realTime && { real_time: {} }),
    ...(Object.keys(fuel_prices).length > 0 && { fuel_prices }),
    ...given(Object.fromEntries(NUMBER_TERMS.map((name) => [name, numberOf(terms[name] ?? '')]))),
  };
  return Object.fromEntries(Object.entries(asked).filter(([name]) => taken.includes(name)));
}

/** What is no number is sent as none: the server says that it should be one. */
const fuelPricesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(/[,;\n]/)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const at = part.lastIndexOf('=');
        return at < 0
          ? [part.trim(), Number.NaN]
          : [part.slice(0, at).trim(), numberOf(part.slice(at + 1)) ?? Number.NaN];
      }),
  );

/** The model and the solver as they were saved; the rest stays. */
export const withConfig = (settings: Settings, { pcm_model_id, solver }: SavedConfig): Settings => {
  const { id, ...parameters } = solver;
  return {
    ...settings,
    model: pcm_model_id,
    solver: id,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
};

/** How many solves a run will be, and how long at most, in words. */
export function extentOf(model: Model, settings: Settings): string {
  const horizon = horizonOf(settings);
  const most = `At most ${model.max_horizon} h.`;
  if (horizon === undefined) return most;
  const solves =
    model.formulation === 'MILP sequence'
      ? Math.ceil(horizon / (numberOf(settings.terms.step_h ?? '') || DAY_H))
      : 1;
  return `${horizon} h in ${solves} ${solves === 1 ? 'solve' : 'solves'}. ${most}`;
}
