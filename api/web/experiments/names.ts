/** What of a base scenario can vary, with its unit and present values (pure). The server decides on every name. */
import { plain } from '../parts/format.ts';
import type { VariableDraft } from './draft.ts';

/** What of a case is offered. */
export interface Payload {
  readonly horizon: number;
  readonly generators: readonly {
    readonly name: string;
    readonly fuel?: string | undefined;
    readonly p_max: number;
    readonly marginal_cost: number;
  }[];
  readonly loads: readonly { readonly bus: number; readonly values: readonly number[] }[];
  readonly renewables?: readonly { readonly name: string; readonly p_max: readonly number[] }[] | undefined;
  readonly storage?: readonly { readonly name: string }[] | undefined;
  readonly transmission_lines?: readonly { readonly id: string; readonly rating_mw?: unknown }[] | undefined;
  readonly options?: { readonly mip_gap?: number | undefined } | undefined;
  readonly emission_price_usd_per_t?: number | undefined;
}

/** Lists of elements, and the fields of each that are offered: any other path may be typed. */
export const COLLECTIONS = {
  generators: {
    text: 'Units',
    fields: {
      p_max: 'Pmax, MW',
      p_min: 'Pmin, MW',
      marginal_cost: 'Marginal cost, $/MWh',
      no_load_cost: 'No-load cost, $/h',
      startup_cost: 'Start-up cost, $',
      ramp_up: 'Ramp up, MW/h',
      ramp_down: 'Ramp down, MW/h',
      min_uptime: 'Minimum up time, h',
      min_downtime: 'Minimum down time, h',
    },
  },
  loads: { text: 'Loads', fields: { values: 'Load, MW' } },
  transmission_lines: {
    text: 'Lines',
    fields: { rating_mw: 'Rating, MW', emergency_rating_mw: 'Emergency rating, MW' },
  },
  renewables: {
    text: 'Renewables',
    fields: { p_max: 'Available output, MW', marginal_cost: 'Marginal cost, $/MWh' },
  },
  storage: {
    text: 'Storage',
    fields: { energy_mwh: 'Energy, MWh', charge_mw: 'Charge, MW', discharge_mw: 'Discharge, MW' },
  },
} as const satisfies Partial<Record<keyof Payload, { text: string; fields: Record<string, string> }>>;

type Collection = keyof typeof COLLECTIONS;
const NAMES = Object.keys(COLLECTIONS) as Collection[];
/** All elements of a collection. */
export const ALL = '*';

type Element = Readonly<Record<string, unknown>>;
const listOf = (payload: Payload, collection: Collection): readonly Element[] => payload[collection] ?? [];
const nameOf = (element: Element): string => String(element['name'] ?? element['id'] ?? element['bus']);

export const collectionsOf = (payload: Payload): Collection[] =>
  NAMES.filter((name) => listOf(payload, name).length > 0);
export const elementsOf = (payload: Payload, collection: Collection): string[] =>
  listOf(payload, collection).map(nameOf);

interface Path {
  readonly collection: Collection;
  readonly element: string;
  readonly field: string;
}

/** `generators.G.1.p_max` -> its parts; undefined for what is not offered. */
export function pathIn(name: string): Path | undefined {
  const [first = '', ...rest] = name.split('.');
  const field = rest.pop() ?? '';
  const collection = NAMES.find((each) => each === first);
  if (!collection || rest.length === 0 || !(field in COLLECTIONS[collection].fields)) return undefined;
  return { collection, element: rest.join('.'), field };
}

export interface Pattern {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly now: readonly number[];
}

const numbers = (value: unknown): number[] =>
  [value].flat().filter((each): each is number => typeof each === 'number');

/** What changes many elements at once, by a factor; and settings, which are replaced. */
export function patternsOf(payload: Payload): Pattern[] {
  const { generators, loads, renewables = [], transmission_lines: lines = [], options } = payload;
  const fuels = [...new Set(generators.flatMap(({ fuel }) => (fuel ? [fuel] : [])))];
  const costs = (of: readonly (typeof generators)[number][]) => of.map(({ marginal_cost }) => marginal_cost);
  const together = Array.from({ length: payload.horizon }, (_, hour) =>
    loads.reduce((sum, { values }) => sum + (values[hour] ?? 0), 0),
  );
  const available = (word: string): number[] =>
    [...renewables, ...generators]
      .filter((unit) => `${unit.name} ${'fuel' in unit ? unit.fuel : ''}`.toLowerCase().includes(word))
      .flatMap(({ p_max }) => p_max);
  const offered = (name: string, text: string, unit: string, now: readonly number[]): Pattern[] =>
    now.length > 0 || name in SETTINGS ? [{ name, text, unit, now }] : [];
  return [
    ...offered('load', 'All loads', 'MW', together),
    ...fuels.flatMap((fuel) =>
      offered(
        `${fuel}_price`,
        `Cost of ${fuel} units`,
        '$/MWh',
        costs(generators.filter((unit) => unit.fuel === fuel)),
      ),
    ),
    ...(fuels.length === 0 ? offered('cost', 'Cost of all units', '$/MWh', costs(generators)) : []),
    ...offered('wind', 'Available wind', 'MW', available('wind')),
    ...offered('solar', 'Available solar', 'MW', available('solar')),
    ...offered('line_limit', 'Ratings of all lines', 'MW', numbers(lines.map(({ rating_mw }) => rating_mw))),
    ...offered('mip_gap', 'Gap at which a search ends', '', numbers(options?.mip_gap)),
    ...offered(
      'emission_price_usd_per_t',
      'Price of emissions',
      '$/t',
      numbers(payload.emission_price_usd_per_t),
    ),
  ];
}

/** Settings of the case, with a range to begin with. */
const SETTINGS: Readonly<Record<string, readonly [min: string, max: string]>> = {
  mip_gap: ['0.0001', '0.01'],
  emission_price_usd_per_t: ['0', '100'],
};

/** Whether its values are factors where nothing else is asked. */
const isFactor = (name: string): boolean => pathIn(name) === undefined && !(name in SETTINGS);

function unitAndNow(payload: Payload, name: string): Pick<Pattern, 'unit' | 'now'> {
  const path = pathIn(name);
  if (!path) return patternsOf(payload).find((pattern) => pattern.name === name) ?? { unit: '', now: [] };
  const fields: Readonly<Record<string, string>> = COLLECTIONS[path.collection].fields;
  const chosen = listOf(payload, path.collection).filter((of) => [nameOf(of), ALL].includes(path.element));
  return {
    unit: fields[path.field]?.split(', ')[1] ?? '',
    now: chosen.flatMap((element) => numbers(element[path.field])),
  };
}

/** `Now 1,776 to 2,650 MW; 1 leaves it as it is.` */
export function nowText(payload: Payload, { name, mode }: Pick<VariableDraft, 'name' | 'mode'>): string {
  const { unit, now } = unitAndNow(payload, name);
  const [low, high] = [Math.min(...now), Math.max(...now)];
  const values = low === high ? plain(low) : `${plain(low)} to ${plain(high)}`;
  const factor = mode === 'multiply' || (mode === '' && isFactor(name));
  const meaning = factor ? '1 leaves it as it is' : mode === 'add' ? 'values are added' : 'values replace it';
  return `${now.length > 0 ? `Now ${values} ${unit}`.trim() : 'Not set now'}; ${meaning}.`;
}

/** What is chosen, with a range around what it is now. Many values keep their proportions. */
export function chosen(payload: Payload, name: string): Pick<VariableDraft, 'name' | 'min' | 'max' | 'mode'> {
  const { now } = unitAndNow(payload, name);
  const [only = 0, ...more] = now;
  const [min, max] = SETTINGS[name] ?? ['0.9', '1.1'];
  if (isFactor(name) || name in SETTINGS) return { name, min, max, mode: '' };
  if (more.length > 0 || only === 0) return { name, min, max, mode: 'multiply' };
  const near = (factor: number): string => String(Number((factor * only).toPrecision(3)));
  return { name, min: near(0.9), max: near(1.1), mode: '' };
}
