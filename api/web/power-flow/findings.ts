/** Findings as rows of a list, their elements, and their marks in the drawing (pure). */
import type { Reply } from '../../client/client.ts';
import { kindOfUnit } from '../../client/fuels.ts';
import type { BusPlaces } from '../network/case-network.ts';
import type { Network as Drawn } from '../network/scene.ts';

type Report = Reply<'postModulesPowerFlowValidateFile'>;
export type Network = NonNullable<Report['network']>;
export type Severity = keyof Report['findings'];
export type Check = Report['checks'][number];

/** Severities, the worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

export interface Finding {
  /** Key of the finding, unique within a list. */
  readonly key: string;
  readonly severity: Severity;
  readonly check: Check;
  readonly message: string;
  /** Key of the element, also used in the address; empty if the finding concerns the whole case. */
  readonly element: string;
}

export const keyOf = (type: string, id: unknown): string => `${type}:${id}`;

/** Name of an element for users: `bus:7` -> `Bus 7`. */
export function nameOf(element: string): string {
  const [type = '', id = ''] = element.split(/:(.*)/s);
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${id}`;
}

export const toFindings = ({ findings }: Report): Finding[] =>
  SEVERITIES.flatMap((severity) =>
    findings[severity].map(({ check, message, element_type: type, element_id: id }, place) => ({
      key: `${severity}${place}`,
      severity,
      check,
      message,
      element: type === null || type === 'network' ? '' : keyOf(type, id),
    })),
  );

export interface Filter {
  readonly severity?: string | undefined;
  readonly check?: string | undefined;
  /** Type of the element; `whole` is the whole case. */
  readonly type?: string | undefined;
  /** Text that occurs in the message or in the element's name. */
  readonly text?: string | undefined;
}

export function chosen(findings: readonly Finding[], { severity, check, type, text }: Filter): Finding[] {
  const query = text?.trim().toLowerCase() ?? '';
  return findings.filter(
    (finding) =>
      (!severity || finding.severity === severity) &&
      (!check || finding.check === check) &&
      (!type || (finding.element.split(':')[0] || 'whole') === type) &&
      `${finding.message} ${nameOf(finding.element)}`.toLowerCase().includes(query),
  );
}

/** Element -> worst severity among its findings. */
export function marksOf(findings: readonly Finding[]): ReadonlyMap<string, Severity> {
  const marks = new Map<string, Severity>();
  for (const { element, severity } of findings) {
    if (element && !marks.has(element)) marks.set(element, severity);
  }
  return marks;
}

type Row = Readonly<Record<string, unknown>>;

const LISTS = [
  ['bus', 'buses'],
  ['line', 'lines'],
  ['generator', 'generators'],
] as const;

/** Element -> row of the case. */
export const rowsOf = (network: Network): ReadonlyMap<string, Row> =>
  new Map(
    LISTS.flatMap(([type, list]) => network[list].map((row): [string, Row] => [keyOf(type, row.id), row])),
  );

const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['_kv', 'kV'],
  ['_pu', 'pu'],
  ['_deg', '°'],
  ['_ohm', 'Ω'],
  ['_mva', 'MVA'],
  ['_mw', 'MW'],
  ['_mvar', 'MVAr'],
];

const NAMES: Readonly<Record<string, string>> = {
  v_nom: 'Nominal voltage',
  v: 'Voltage',
  v_min: 'Lowest voltage',
  v_max: 'Highest voltage',
  angle: 'Angle',
  r: 'Resistance',
  x: 'Reactance',
  s_nom: 'Rating',
  p: 'Output',
  p_min: 'Lowest output',
  p_max: 'Highest output',
  q: 'Reactive output',
  q_min: 'Lowest reactive output',
  q_max: 'Highest reactive output',
  from_bus: 'From bus',
  to_bus: 'To bus',
  bus: 'Bus',
  type: 'Type',
};

export interface Cell {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string;
  /** Key of the bus whose number the value is; empty for other values. */
  readonly element: string;
}

/** Values of a row, with their names and units. */
export const cellsOf = (row: Row): Cell[] =>
  Object.entries(row).flatMap(([field, value]) => {
    if (field === 'id' || value === undefined) return [];
    const [suffix = '', unit = ''] = UNITS.find(([ending]) => field.endsWith(ending)) ?? [];
    const stem = suffix ? field.slice(0, -suffix.length) : field;
    const element = /^(?:from_|to_)?bus$/.test(field) ? keyOf('bus', value) : '';
    return [{ name: NAMES[stem] ?? stem, value, unit, element }];
  });

/** Keys of the lines and generators at a bus. */
export const connectedTo = ({ lines, generators }: Network, bus: string): string[] => [
  ...lines
    .filter(({ from_bus, to_bus }) => [from_bus, to_bus].some((end) => keyOf('bus', end) === bus))
    .map(({ id }) => keyOf('line', id)),
  ...generators.filter((unit) => keyOf('bus', unit.bus) === bus).map(({ id }) => keyOf('generator', id)),
];

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/**
 * Network to draw. Its buses are in numeric order, as in other views. `places`: places of the buses of a stored
 * network.
 */
export function drawnCase({ buses, lines, generators }: Network, places: BusPlaces = new Map()): Drawn {
  const units = generators.map(({ id, bus, p_max_mw }) => ({
    name: String(id),
    at: String(bus),
    kind: kindOfUnit({ name: String(id) }),
    isGuessed: true,
    mw: p_max_mw ?? 1,
  }));
  return {
    buses: buses
      .map(({ id }) => String(id))
      .sort(BY_NUMBER.compare)
      .map((id) => ({ ...places.get(id), id, units: units.filter(({ at }) => at === id) })),
    lines: lines.map(({ id, from_bus, to_bus, s_nom_mva }) => ({
      id: String(id),
      from: String(from_bus),
      to: String(to_bus),
      rating: s_nom_mva ?? undefined,
    })),
  };
}

type Marks = ReadonlyMap<string, 'error' | 'warning'>;

/**
 * Marks of buses and lines. A finding about a unit marks the bus of the unit. Findings of severity `info` give no
 * marks.
 */
export function drawnMarks(
  { generators }: Network,
  marks: ReadonlyMap<string, Severity>,
): { readonly busMarks: Marks; readonly lineMarks: Marks } {
  const busMarks = new Map<string, 'error' | 'warning'>();
  const lineMarks = new Map<string, 'error' | 'warning'>();
  const busOf = new Map(generators.map(({ id, bus }) => [keyOf('generator', id), String(bus)]));
  for (const [element, severity] of marks) {
    if (severity === 'info') continue;
    const [type = '', id = ''] = element.split(/:(.*)/s);
    if (type === 'line') lineMarks.set(id, severity);
    else {
      const bus = busOf.get(element) ?? id;
      if (busMarks.get(bus) !== 'error') busMarks.set(bus, severity);
    }
  }
  return { busMarks, lineMarks };
}

/** The selected element in the drawing; undefined without a selection. */
export function drawnElement({ generators }: Network, element: string | undefined) {
  if (!element) return undefined;
  const [type = '', id = ''] = element.split(/:(.*)/s);
  if (type === 'line') return { kind: 'line', id } as const;
  const unit = generators.find((one) => keyOf('generator', one.id) === element);
  return { kind: 'bus', id: unit ? String(unit.bus) : id } as const;
}
