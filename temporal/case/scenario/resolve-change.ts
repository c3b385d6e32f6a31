/**
 * Finds the part of a base payload that a scenario variable changes, by the variable's name: a setting, a path or a
 * pattern.
 */

import type { Variable } from '../messages/matrix.ts';
import type { Generator, SolvePayload } from '../schema.ts';
import { acceptsValue, type Change, type ChangeTarget, UnknownVariable } from './change.ts';
import { attributeOf, COLLECTION_NAMES, COLLECTIONS, type Collection } from './collections.ts';
import { isSetting, settingOf } from './settings.ts';

/**
 * The change that a variable makes. Throws `UnknownVariable` if the name has no accepted form, or matches nothing in
 * `payload`.
 */
export function resolveChange(variable: Variable, payload: SolvePayload): Change {
  const change = findChange(variable, payload);
  checkValues(variable, change);
  return change;
}

/** Tries exact names before patterns, because `generators.G1.marginal_cost` also contains the pattern `cost`. */
function findChange(variable: Variable, payload: SolvePayload): Change {
  const { name, mode } = variable;
  const exact = settingTargets(variable) ?? pathTargets(name, payload);
  if (exact !== undefined) return { name, mode: mode ?? 'absolute', targets: exact };
  const targets = patternTargets(name, payload);
  if (targets === undefined) throw new UnknownVariable(name, 'there is no such variable');
  return { name, mode: mode ?? 'multiply', targets };
}

/** Checks the values of a variable; for a range, its two ends only. */
function checkValues({ name, type, values, min, max }: Variable, change: Change): void {
  const levels = type === 'categorical' || type === 'discrete' ? (values ?? []) : [min, max];
  const wrong = levels.find((level) => level !== undefined && !acceptsValue(change, level));
  if (wrong !== undefined)
    throw new UnknownVariable(name, `the value is ${wrong}, not ${expectedValue(name)}`);
}

const expectedValue = (name: string): string => (isSetting(name) ? settingOf(name).wanted : 'a number');

/**
 * Targets of a setting; undefined if the name is not that of a setting. A value can only replace a setting, not scale
 * it.
 */
function settingTargets({ name, mode }: Variable): readonly ChangeTarget[] | undefined {
  if (!isSetting(name)) return undefined;
  if (mode !== undefined && mode !== 'absolute')
    throw new UnknownVariable(name, `the mode of ${name} can only be absolute, not ${mode}`);
  return [{ setting: name }];
}

/**
 * Targets of an exact path `<collection>.<name|*>.<field>`, in which the name may contain dots. Undefined if `variable`
 * does not begin with a collection; it may then be a pattern.
 */
function pathTargets(variable: string, payload: SolvePayload): readonly ChangeTarget[] | undefined {
  const first = variable.indexOf('.');
  const prefix = variable.slice(0, Math.max(first, 0)).toLowerCase();
  const collection = COLLECTION_NAMES.find((candidate) => candidate === prefix);
  if (collection === undefined) return undefined;
  const last = variable.lastIndexOf('.');
  if (last === first) throw new UnknownVariable(variable, 'a path has three parts, the last is a field');

  const field = attributeOf(variable.slice(last + 1));
  const { fields, noun, names } = COLLECTIONS[collection];
  if (!fields.has(field)) {
    const fieldNames = [...fields.keys()].filter((key) => !key.includes('.')).join(', ');
    throw new UnknownVariable(variable, `${collection} have no numeric field ${field}, but ${fieldNames}`);
  }
  const name = variable.slice(first + 1, last);
  const positions = names(payload).flatMap((candidate, at) =>
    name === '*' || candidate === name ? [at] : [],
  );
  if (positions.length > 0) return [{ collection, positions, fields: [field] }];
  throw new UnknownVariable(
    variable,
    name === '*' ? `there are no ${collection}` : `there is no ${noun} ${name}`,
  );
}

interface Pattern {
  readonly fits: RegExp;
  readonly targets: (name: string, payload: SolvePayload) => readonly ChangeTarget[];
  /** Message if there are no targets; it names the part that the payload lacks. */
  readonly missing: (name: string, payload: SolvePayload) => string;
}

const PATTERNS: readonly Pattern[] = [
  { fits: /^(load|demand)/i, targets: loadTargets, missing: () => 'there are no loads' },
  { fits: /^(fuel|gas)|price|cost/i, targets: costTargets, missing: missingFuel },
  {
    fits: /^(wind|solar|renewable)/i,
    targets: renewableTargets,
    missing: (name) => `there is no ${sources(name).join(' or ')} unit`,
  },
  {
    fits: /line|transmission|limit/i,
    targets: lineTargets,
    missing: () => 'there are no transmission lines',
  },
];

/** Targets of a pattern; undefined if `name` matches no pattern. */
function patternTargets(name: string, payload: SolvePayload): readonly ChangeTarget[] | undefined {
  const pattern = PATTERNS.find(({ fits }) => fits.test(name));
  if (pattern === undefined) return undefined;
  const targets = pattern.targets(name, payload);
  if (targets.length === 0) throw new UnknownVariable(name, pattern.missing(name, payload));
  return targets;
}

/** Target with these positions, as a list; empty without positions. */
const target = (
  collection: Collection,
  positions: readonly number[],
  fields: readonly string[],
): ChangeTarget[] => (positions.length === 0 ? [] : [{ collection, positions, fields }]);

const all = (elements: readonly unknown[] = []): number[] => elements.map((_, at) => at);

function loadTargets(_name: string, { loads }: SolvePayload): ChangeTarget[] {
  return target('loads', all(loads), ['values']);
}

/**
 * Targets of a cost. Where a unit has a cost curve and a marginal cost, both are changed, because the curve replaces
 * the marginal cost.
 */
function costTargets(name: string, { generators }: SolvePayload): ChangeTarget[] {
  const { positions } = fuelMatch(name, generators);
  const curved = positions.filter((at) => generators[at]?.cost_curve !== undefined);
  return [
    ...target('generators', positions, ['marginal_cost']),
    ...target('generators', curved, ['cost_curve.usd_per_h']),
  ];
}

function missingFuel(name: string, { generators }: SolvePayload): string {
  return `there is no generator with fuel ${fuelMatch(name, generators).words.join(' or ')}`;
}

/** The energy sources that a name refers to, in the words of fuels and unit names. */
function sources(name: string): readonly string[] {
  const matches = ['wind', 'solar'].filter((source) => name.toLowerCase().startsWith(source));
  return matches.length > 0 ? matches : ['wind', 'solar'];
}

/** Targets in renewables, and in generators whose fuel or name matches. */
function renewableTargets(name: string, { renewables = [], generators }: SolvePayload): ChangeTarget[] {
  const words = sources(name);
  const speaks = (text = ''): boolean => words.some((word) => text.toLowerCase().includes(word));
  const everyone = /^renewable/i.test(name);
  const units = all(renewables).filter((at) => everyone || speaks(renewables[at]?.name));
  const isOne = (unit: Generator | undefined): boolean => speaks(unit?.fuel) || speaks(unit?.name);
  const thermal = all(generators).filter((at) => isOne(generators[at]));
  return [...target('renewables', units, ['p_max']), ...target('generators', thermal, ['p_max'])];
}

function lineTargets(_name: string, payload: SolvePayload): ChangeTarget[] {
  const fields = ['rating_mw', 'emergency_rating_mw'];
  return target('transmission_lines', all(payload.transmission_lines), fields);
}

const COMMON_FUELS: readonly string[] = ['gas', 'coal', 'oil', 'nuclear', 'hydro', 'biomass', 'lignite'];

/**
 * Length of the shortest fuel name that may match inside a word. Shorter names, such as `ng`, would match parts of
 * unrelated words.
 */
const SHORTEST_INSIDE = 3;

/**
 * Plain form of a name: letters and digits only, so that `Natural Gas`, `natural_gas` and `naturalgas` are one fuel.
 */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Fuel words of a name, in plain form. A word inside a longer fuel word is dropped, so that `natural_gas_price` matches
 * natural gas but not landfill gas.
 */
function wordsIn(name: string, generators: readonly Generator[]): readonly string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const whole = plain(name);
  const fuels = generators.map(({ fuel }) => plain(fuel ?? '')).filter((fuel) => fuel !== '');
  const matches = [...new Set([...COMMON_FUELS, ...fuels])].filter((fuel) =>
    fuel.length < SHORTEST_INSIDE ? parts.includes(fuel) : whole.includes(fuel),
  );
  // Longer words come first, so that each word is compared only with the few words kept so far.
  const stay: string[] = [];
  for (const word of matches.toSorted((a, b) => b.length - a.length))
    if (!stay.some((other) => other.includes(word))) stay.push(word);
  return matches.filter((word) => stay.includes(word));
}

interface FuelMatch {
  readonly words: readonly string[];
  /** Positions of the generators with one of the fuels; of all generators if the name contains no fuel. */
  readonly positions: readonly number[];
}

/** The generators whose fuel occurs in the name of a variable, such as gas in `gas_price`. */
function fuelMatch(name: string, generators: readonly Generator[]): FuelMatch {
  const words = wordsIn(name, generators);
  const positions = generators.flatMap(({ fuel, name: unit }, at) => {
    // A generator without a fuel is matched by its name.
    const text = words.length === 0 ? '' : plain(fuel ?? unit);
    return words.length === 0 || words.some((word) => text.includes(word)) ? [at] : [];
  });
  return { words, positions };
}
