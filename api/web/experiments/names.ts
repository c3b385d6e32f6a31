/**
 * Suggests variables for a base scenario, with their units and present values (pure). The server validates the names.
 */
import { plain } from '../parts/format.ts';
import { CASE_LISTS, listNamed } from '../solve/case-lists.ts';
import type { VariableDraft } from './draft.ts';

type Json = Readonly<Record<string, unknown>>;
export type Payload = Json;

/** Fields that are not suggested, such as buses and initial states. The user may still type them. */
const NOT_OFFERED = ['bus', 'from_bus', 'to_bus', 'initial_status', 'initial_mwh'];

/** Placeholder for the element name in a path; it stands for all elements of a list. */
export const ALL = '*';

export const fieldsOf = (list: string): [field: string, text: string][] =>
  (listNamed(list)?.fields ?? [])
    .filter(({ name }) => !NOT_OFFERED.includes(name))
    .map(({ name, text }) => [name, text]);
const elementsIn = (payload: Payload, list: string): Json[] => [payload[list] ?? []].flat() as Json[];
const nameOf = (element: Json): string => String(element['name'] ?? element['id'] ?? element['bus']);
export const elementsOf = (payload: Payload, list: string): string[] => elementsIn(payload, list).map(nameOf);
export const listsOf = (payload: Payload): string[] =>
  CASE_LISTS.map(({ name }) => name).filter((list) => elementsIn(payload, list).length > 0);

interface Path {
  readonly list: string;
  readonly element: string;
  readonly field: string;
}

/** Parts of a path such as `generators.G.1.p_max`; undefined for fields that are not suggested. */
export function pathIn(name: string): Path | undefined {
  const [list = '', ...rest] = name.split('.');
  const field = rest.pop() ?? '';
  const isOffered = fieldsOf(list).some(([offered]) => offered === field);
  return isOffered && rest.length > 0 ? { list, element: rest.join('.'), field } : undefined;
}

interface Quantity {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly now: readonly number[];
}

/** Setting of the case -> default range of its values. A value replaces the setting. */
const SETTINGS: Readonly<Record<string, readonly [min: string, max: string]>> = {
  mip_gap: ['0.0001', '0.01'],
  emission_price_usd_per_t: ['0', '100'],
};

const numbers = (value: unknown): number[] =>
  [value].flat().filter((each): each is number => typeof each === 'number');

const valuesOf = (element: Json, field: string): number[] => numbers(element[field]);

/** Variables that change many elements at once, and settings, if the case has data for them. */
export function quantitiesOf(payload: Payload): Quantity[] {
  const units = [...elementsIn(payload, 'generators'), ...elementsIn(payload, 'renewables')];
  const fuels = [...new Set(units.flatMap(({ fuel }) => (typeof fuel === 'string' ? [fuel] : [])))];
  const of = (field: string, word: string): number[] =>
    units
      .filter(({ name, fuel }) => `${fuel ?? ''} ${name}`.toLowerCase().includes(word.toLowerCase()))
      .flatMap((unit) => numbers(unit[field]));
  const loads = elementsIn(payload, 'loads').map(({ values }) => numbers(values));
  const load = (loads[0] ?? []).map((_, hour) => loads.reduce((sum, mw) => sum + (mw[hour] ?? 0), 0));
  const ratings = elementsIn(payload, 'transmission_lines').flatMap((line) => valuesOf(line, 'rating_mw'));
  const { mip_gap } = (payload['options'] ?? {}) as Json;
  const all: readonly (readonly [string, string, string, readonly number[]])[] = [
    ['load', 'All loads', 'MW', load],
    ...fuels.map(
      (fuel) => [`${fuel}_price`, `Cost of ${fuel} units`, '$/MWh', of('marginal_cost', fuel)] as const,
    ),
    ['cost', 'Cost of all units', '$/MWh', fuels.length > 0 ? [] : of('marginal_cost', '')],
    ['wind', 'Available wind', 'MW', of('p_max', 'wind')],
    ['solar', 'Available solar', 'MW', of('p_max', 'solar')],
    ['line_limit', 'Ratings of all lines', 'MW', ratings],
    ['mip_gap', 'Target gap', '', numbers(mip_gap)],
    ['emission_price_usd_per_t', 'Price of CO2', '$/t', numbers(payload['emission_price_usd_per_t'])],
  ];
  return all
    .map(([name, text, unit, now]) => ({ name, text, unit, now }))
    .filter(({ name, now }) => now.length > 0 || name in SETTINGS);
}

function present(payload: Payload, name: string): Pick<Quantity, 'unit' | 'now'> {
  const path = pathIn(name);
  if (!path) return quantitiesOf(payload).find((each) => each.name === name) ?? { unit: '', now: [] };
  const { list, element, field } = path;
  const elements = elementsIn(payload, list).filter((of) => [nameOf(of), ALL].includes(element));
  const text = fieldsOf(list).find(([name]) => name === field)?.[1];
  const unit = text?.split(', ')[1] ?? '';
  return { unit, now: elements.flatMap((of) => valuesOf(of, field)) };
}

/** True if values of the variable are factors unless the user selects another mode. */
const isFactor = (name: string): boolean => pathIn(name) === undefined && !(name in SETTINGS);

/** Present values in words: `Now 1,776 to 2,650 MW; values multiply it.` */
export function nowText(payload: Payload, { name, mode }: Pick<VariableDraft, 'name' | 'mode'>): string {
  const { unit, now } = present(payload, name);
  const values = [...new Set([Math.min(...now), Math.max(...now)])].map(plain).join(' to ');
  const meaning = {
    add: 'values are added',
    multiply: 'values multiply it',
    absolute: 'values replace it',
  };
  const current = now.length > 0 ? `Now ${values} ${unit}`.trim() : 'Not set now';
  return `${current}; ${meaning[mode || (isFactor(name) ? 'multiply' : 'absolute')]}.`;
}

/**
 * A variable that the user has chosen, with a range around its present value. If the elements have different values,
 * the range is a range of factors.
 */
export function chosen(payload: Payload, name: string): Pick<VariableDraft, 'name' | 'min' | 'max' | 'mode'> {
  const { now } = present(payload, name);
  const [only = 0, ...more] = now;
  const [min, max] = SETTINGS[name] ?? ['0.9', '1.1'];
  if (!pathIn(name)) return { name, min, max, mode: '' };
  if (more.length > 0 || only === 0) return { name, min, max, mode: 'multiply' };
  const near = (factor: number): string => String(Number((factor * only).toPrecision(3)));
  return { name, min: near(0.9), max: near(1.1), mode: '' };
}
