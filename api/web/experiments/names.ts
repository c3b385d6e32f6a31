/** Names of variables that a base scenario offers (pure). The server decides on every name; these are those to begin with. */

/** Elements of one list whose paths are offered; any other may be typed. */
const MOST_ELEMENTS = 50;

/** What of a case gives names. */
interface Elements {
  readonly generators: readonly { readonly name: string; readonly fuel?: string | undefined }[];
  readonly loads: readonly { readonly bus: number }[];
  readonly renewables?: readonly { readonly name: string }[] | undefined;
  readonly transmission_lines?: readonly { readonly id: string }[] | undefined;
}

export interface OfferedName {
  readonly value: string;
  readonly text: string;
}

export const offeredNames = (elements: Elements): OfferedName[] => [
  ...patterns(elements),
  ...paths(elements),
];

function patterns({
  generators,
  loads,
  renewables = [],
  transmission_lines: lines = [],
}: Elements): OfferedName[] {
  const fuels = [...new Set(generators.flatMap(({ fuel }) => (fuel ? [fuel] : [])))];
  const speaks = (word: string): boolean =>
    [...renewables, ...generators].some(({ name, ...unit }) =>
      `${name} ${'fuel' in unit ? unit.fuel : ''}`.toLowerCase().includes(word),
    );
  return [
    ...(loads.length > 0 ? [{ value: 'load', text: 'All loads' }] : []),
    ...fuels.map((fuel) => ({ value: `${fuel}_price`, text: `Cost of units that burn ${fuel}` })),
    ...(fuels.length === 0 ? [{ value: 'cost', text: 'Cost of all units' }] : []),
    ...['wind', 'solar']
      .filter(speaks)
      .map((source) => ({ value: source, text: `Output that ${source} can give` })),
    ...(lines.length > 0 ? [{ value: 'line_limit', text: 'Ratings of all lines' }] : []),
    { value: 'mip_gap', text: 'Gap at which a search ends' },
    { value: 'emission_price_usd_per_t', text: 'Price of emissions, $/t' },
  ];
}

function paths({ generators, loads, transmission_lines: lines = [] }: Elements): OfferedName[] {
  const some = <T>(elements: readonly T[], offer: (element: T) => OfferedName[]): OfferedName[] =>
    elements.slice(0, MOST_ELEMENTS).flatMap(offer);
  return [
    ...some(generators, ({ name }) => [
      { value: `generators.${name}.p_max`, text: `Largest output of ${name}, MW` },
      { value: `generators.${name}.marginal_cost`, text: `Marginal cost of ${name}, $/MWh` },
      { value: `generators.${name}.startup_cost`, text: `Cost of a start of ${name}, $` },
    ]),
    ...some(loads, ({ bus }) => [{ value: `loads.${bus}.values`, text: `Load at bus ${bus}, MW` }]),
    ...some(lines, ({ id }) => [
      { value: `transmission_lines.${id}.rating_mw`, text: `Rating of line ${id}, MW` },
    ]),
  ];
}
