/**
 * Kinds of generation: their names, their order and their colours are the same in every chart, map and table. The colours
 * differ in lightness too, for people who see few of them, and hold on light and on dark.
 */

/** From the bottom of a stack to its top. `words`: how a fuel or a name says the kind, in lower case. */
export const FUEL_KINDS = [
  { kind: 'nuclear', text: 'Nuclear', color: '#7f5fb5', words: /nuc|uranium/ },
  { kind: 'lignite', text: 'Lignite', color: '#8a6a45', words: /lignite|brown.?coal/ },
  { kind: 'coal', text: 'Coal', color: '#5d6673', words: /coal/ },
  { kind: 'biomass', text: 'Biomass', color: '#7c9a3c', words: /biomass|biogas|wood|waste/ },
  { kind: 'gas_ct', text: 'Gas turbine', color: '#f0b47c', words: /ocgt|peaker/ },
  {
    kind: 'gas_cc',
    text: 'Combined cycle',
    color: '#d9792b',
    words: /gas|ccgt|(?:^|[^a-z])(?:cc|ng)(?![a-z])/,
  },
  { kind: 'oil', text: 'Oil', color: '#8f2d2d', words: /oil|diesel/ },
  { kind: 'other', text: 'Other units', color: '#a3adb8', words: undefined },
  { kind: 'storage', text: 'Storage', color: '#c0569a', words: /storage|battery|pumped/ },
  { kind: 'hydro', text: 'Hydro', color: '#1f6fb5', words: /hydro|river|(?:^|[^a-z])ror(?![a-z])/ },
  { kind: 'wind', text: 'Wind', color: '#4fb3a5', words: /wind/ },
  { kind: 'solar', text: 'Solar', color: '#f2c230', words: /solar|(?:^|[^a-z])(?:rt)?pv(?![a-z])|csp/ },
] as const;

export type Kind = (typeof FUEL_KINDS)[number]['kind'];

/** Load that is not served, in every chart. */
export const UNSERVED_COLOR = '#d1001f';

export const colorOf = (kind: Kind): string => FUEL_KINDS.find((each) => each.kind === kind)?.color ?? '';

/** The kind that a text names by its fuel. */
const named = (text: string): Kind | undefined =>
  FUEL_KINDS.find(({ words }) => words?.test(text.toLowerCase()))?.kind;

/** Machines, which tell the kind where the fuel does not. */
const TURBINE = /(?:^|[^a-z])(?:ct|gt)(?![a-z])/;
const STEAM = /steam/;

interface Source {
  readonly name: string;
  readonly fuel?: string | undefined;
}

/** The kind of a thermal unit. Gas turbines and combined cycles burn the same fuel: the name tells them apart. */
export function kindOfUnit({ name, fuel = '' }: Source): Kind {
  const kind = named(fuel) ?? named(name);
  const machine = `${fuel} ${name}`.toLowerCase();
  if ((kind === undefined || kind === 'gas_cc') && TURBINE.test(machine)) return 'gas_ct';
  return kind ?? (STEAM.test(machine) ? 'coal' : 'other');
}

/** A series with at least this share of empty hours is taken for the sun's. */
const NIGHT = 0.2;

/**
 * The kind of a renewable, by its fuel or name. If these tell nothing, a series (MW by interval) with empty hours is solar, any
 * other wind.
 */
export function kindOfRenewable({
  name,
  fuel = '',
  p_max,
}: Source & { readonly p_max: readonly number[] }): Kind {
  const said = named(fuel) ?? named(name);
  if (said) return said;
  const dark = p_max.filter((mw) => mw <= 0).length;
  return p_max.length > 1 && dark >= NIGHT * p_max.length && dark < p_max.length ? 'solar' : 'wind';
}

/** Whether the fuel does not say the kind, which then is a guess by name or series; gas alone may burn in any machine. */
export const isGuessed = ({ name, fuel = '' }: Source, kind: Kind): boolean =>
  kind !== 'other' &&
  (named(fuel) === undefined || (kind === 'gas_cc' && !/cc/.test(`${fuel} ${name}`.toLowerCase())));

/** The name of a kind with what is guessed of its sources: `Wind (guessed)`. */
export function kindName(kind: Kind, guesses: readonly boolean[]): string {
  const text = FUEL_KINDS.find((each) => each.kind === kind)?.text ?? '';
  if (!guesses.includes(true)) return text;
  return `${text} (${guesses.includes(false) ? 'some ' : ''}guessed)`;
}
