/**
 * Kinds of generation, with their names, order and colours in every chart, map and table. The colours also differ in
 * lightness, for colour-blind readers, and suit light and dark backgrounds.
 */

/** Kinds from the bottom of a stack to its top. `words`: pattern for fuels and names, in lower case. */
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

/** Colour of load not served in every chart. */
export const UNSERVED_COLOR = '#d1001f';

export const colorOf = (kind: Kind): string => FUEL_KINDS.find((each) => each.kind === kind)?.color ?? '';

/** The kind of generation whose pattern matches a text. */
const kindNamedIn = (text: string): Kind | undefined =>
  FUEL_KINDS.find(({ words }) => words?.test(text.toLowerCase()))?.kind;

/** Pattern of names of gas turbines. The name shows the kind if the fuel does not. */
const TURBINE = /(?:^|[^a-z])(?:ct|gt)(?![a-z])/;
const STEAM = /steam/;

interface Source {
  readonly name: string;
  readonly fuel?: string | undefined;
}

/** Kind of a thermal unit. Gas turbines and combined cycles burn the same fuel, so the name decides between them. */
export function kindOfUnit({ name, fuel = '' }: Source): Kind {
  const kind = kindNamedIn(fuel) ?? kindNamedIn(name);
  const machine = `${fuel} ${name}`.toLowerCase();
  if ((kind === undefined || kind === 'gas_cc') && TURBINE.test(machine)) return 'gas_ct';
  return kind ?? (STEAM.test(machine) ? 'coal' : 'other');
}

/** Least share of intervals without output for a series to count as solar. */
const NIGHT = 0.2;

/**
 * Kind of a renewable by fuel or name. If neither shows the kind, a series (MW by interval) without output at night is
 * solar, any other series wind.
 */
export function kindOfRenewable({
  name,
  fuel = '',
  p_max,
}: Source & { readonly p_max: readonly number[] }): Kind {
  const kind = kindNamedIn(fuel) ?? kindNamedIn(name);
  if (kind) return kind;
  const dark = p_max.filter((mw) => mw <= 0).length;
  return p_max.length > 1 && dark >= NIGHT * p_max.length && dark < p_max.length ? 'solar' : 'wind';
}

/**
 * True if the kind is guessed from name or series: the fuel is missing, or is gas, which several kinds of machines
 * burn.
 */
export const isGuessed = ({ name, fuel = '' }: Source, kind: Kind): boolean =>
  kind !== 'other' &&
  (kindNamedIn(fuel) === undefined || (kind === 'gas_cc' && !/cc/.test(`${fuel} ${name}`.toLowerCase())));

/** Name of a kind, marked if some or all of its units are guessed: `Wind (guessed)`. */
export function kindName(kind: Kind, guesses: readonly boolean[]): string {
  const text = FUEL_KINDS.find((each) => each.kind === kind)?.text ?? '';
  if (!guesses.includes(true)) return text;
  return `${text} (${guesses.includes(false) ? 'some ' : ''}guessed)`;
}
