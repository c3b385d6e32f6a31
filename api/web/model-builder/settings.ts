/**
 * Settings of a run as the user has typed them, and their conversion to a submission or a saved configuration. Pure.
 */
import type { Reply } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { ExecutionBody } from '../../client/runs.ts';
import { definedOnly, numberOf } from '../parts/typed.ts';

export type Model = Reply<'getModelBuilderModels'>['models'][number];
export type Solver = Reply<'getModelBuilderSolvers'>['solvers'][number];
export type SavedConfig = Reply<'getModelBuilderConfigsByConfigId'>;

export interface Settings {
  readonly model: string;
  /** Network id; empty for the model's default network. */
  readonly network: string;
  readonly solver: string;
  /** Solver parameter -> text as typed. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly length: string;
  readonly unit: 'days' | 'hours';
  readonly reserves: boolean;
  /** Start date; empty for the first hour of the series. */
  readonly start: string;
  readonly lines: Lines;
  readonly n_1: boolean;
  readonly losses: boolean;
  readonly goOn: boolean;
  readonly realTime: boolean;
  /** Fuel prices as typed: `NG=4.5, Coal=2.1`. */
  readonly fuelPrices: string;
  /** Option -> text as typed; empty for the server's default. */
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

/** Treatment of line limits; `model` stands for the model's default. */
type Lines = 'model' | 'on' | 'soft' | 'off';

/** Props of a part of the form. */
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

/** Solvers that are available and supported by the model. */
export const usableSolvers = (model: Model, solvers: readonly Solver[]): Solver[] =>
  solvers.filter(({ id, available }) => available && model.supported_solvers.includes(id));

/** Text of a parameter as typed; without input, its default. */
export const parameterText = (
  { parameters }: Settings,
  { name, default: defaultValue }: Solver['parameters'][number],
): string => parameters[name] ?? String(defaultValue);

/** Horizon, h; undefined if the text is not a valid number. */
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
    ...definedOnly(Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, numberOf(text)]))),
    ...(presolve && { presolve }),
  };
}

export const runBody = (settings: Settings, solver: Solver, model: Model): ExecutionBody => ({
  pcm_model_id: settings.model,
  ...(settings.network && { network_id: settings.network }),
  solver: solverBody(settings, solver),
  options: {
    ...definedOnly({ horizon: horizonOf(settings) }),
    include_reserves: settings.reserves,
    ...studyOptions(settings, model),
  },
});

/** Options that the model supports; other options are neither shown nor sent. */
function studyOptions(settings: Settings, { options: supported }: Model): Partial<Options> {
  const { start, lines, n_1, losses, goOn, realTime, terms } = settings;
  const fuel_prices = fuelPricesOf(settings.fuelPrices);
  const options: Partial<Options> = {
    ...(start.trim() && { start: start.trim() }),
    ...(lines !== 'model' && { lines }),
    ...(n_1 && { n_1 }),
    ...(losses && { losses }),
    ...(!goOn && { go_on: false }),
    ...(realTime && { real_time: {} }),
    ...(Object.keys(fuel_prices).length > 0 && { fuel_prices }),
    ...definedOnly(Object.fromEntries(NUMBER_TERMS.map((name) => [name, numberOf(terms[name] ?? '')]))),
  };
  return Object.fromEntries(Object.entries(options).filter(([name]) => supported.includes(name)));
}

/**
 * Fuel prices from a text such as `NG=4.5, Coal=2.1`. An invalid number becomes null; the server refuses null with a
 * message.
 */
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

/** Settings with the model and the solver of a saved configuration. */
export const withConfig = (settings: Settings, { pcm_model_id, solver }: SavedConfig): Settings => {
  const { id, ...parameters } = solver;
  return {
    ...settings,
    model: pcm_model_id,
    solver: id,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
};

/** Size of a run in words: number of solves and horizon. */
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
