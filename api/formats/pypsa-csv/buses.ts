/**
 * Reads buses.csv. Buses get numbers; buses of carriers other than electricity are left out, and so are their elements.
 */
import { leaveOut } from '../base/conventions.ts';
import type { Bus } from '../base/network-parts.ts';
import type { Element } from './elements.ts';

export interface Grid {
  readonly buses: ReadonlyMap<string, Bus>;
  /** Names of DC buses. */
  readonly dc: ReadonlySet<string>;
  /** Names of buses of carriers other than electricity. */
  readonly others: ReadonlySet<string>;
}

const ELECTRIC = ['ac', 'dc', 'low voltage', 'electricity', 'elec', 'power'];
const TYPES = new Map<string, Bus['type']>([
  ['slack', 'slack'],
  ['pv', 'pv'],
  ['pq', 'pq'],
]);
/** World Geodetic System 1984: x is the longitude, y the latitude. */
export const WGS84 = 4326;

/** Reads the buses. If all names are different numbers, they become the bus numbers. */
export function readBuses(elements: readonly Element[], srid: number): Grid {
  const [buses, dc, others] = [new Map<string, Bus>(), new Set<string>(), new Set<string>()];
  const areNumbers = elements.every(({ name }) => /^\d{1,15}$/.test(name));
  const areOwn = areNumbers && new Set(elements.map(({ name }) => Number(name))).size === elements.length;
  for (const element of elements) {
    const { name } = element;
    const carrier = (
      element.optionalText('carrier') ??
      element.optionalText('current_type') ??
      'AC'
    ).toLowerCase();
    if (!ELECTRIC.includes(carrier)) {
      others.add(name);
      const words = `Buses of ${carrier} and their elements: a network has electricity only`;
      element.drop('warning', 'other_carrier', words, 'carrier');
      continue;
    }
    if (carrier === 'dc') dc.add(name);
    buses.set(name, toBus(element, areOwn ? Number(name) : buses.size + 1, srid));
  }
  if (!areOwn && elements[0])
    elements[0].change('info', 'bus_numbers', 'Buses are numbered from 1, their names stay', 'name');
  return { buses, dc, others };
}

function toBus(element: Element, id: number, srid: number): Bus {
  const control = (element.optionalText('control') ?? 'PQ').toLowerCase();
  const v_nom_kv = element.number('v_nom', 1);
  if (v_nom_kv <= 0) element.refuse('v_nom', `Should be more than 0, not ${v_nom_kv}`);
  const [area, zone] = [
    element.optionalText('area') ?? element.optionalText('country'),
    element.optionalText('zone'),
  ];
  return {
    id,
    name: element.name,
    v_nom_kv,
    type: TYPES.get(control) ?? element.refuse('control', `Should be PQ, PV or Slack, not ${control}`),
    ...(area !== undefined && { area }),
    ...(zone !== undefined && { zone }),
    ...placeOf(element, srid),
  };
}

/** Coordinates; PyPSA writes 0, 0 for an unknown location. */
function placeOf(element: Element, srid: number) {
  const [longitude, latitude] = [element.number('x', 0), element.number('y', 0)];
  if (longitude === 0 && latitude === 0) return {};
  if (srid === WGS84 && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
    return { longitude, latitude };
  element.drop('info', 'place', `Coordinates of buses that are not in degrees (srid ${srid})`, 'x');
  return {};
}

/** Number of the bus; undefined for a bus of another carrier than electricity, which is noted. */
export function busOf(element: Element, attribute: string, { buses, others }: Grid): number | undefined {
  const name = element.text(attribute);
  const bus = buses.get(name);
  if (bus) return bus.id;
  if (!others.has(name)) element.refuse(attribute, `There is no bus ${name}`);
  element.drop('warning', 'at_other_carrier', 'Elements at buses of other carriers', attribute);
  return undefined;
}

/** True for an active element; any other is noted. */
export function isActive(element: Element): boolean {
  const is = element.flag('active', true);
  if (!is) leaveOut(element.at('active'));
  return is;
}

/**
 * Nominal power or energy, MW, MVA or MWh; may be infinite. For an extendable element the optimized value, if it has
 * one.
 */
export function nominal(element: Element, attribute: 'p_nom' | 's_nom' | 'e_nom'): number {
  const stated = element.rating(attribute, 0);
  if (!element.flag(`${attribute}_extendable`, false)) return stated;
  const words = `Investment: extendable elements have ${attribute}_opt, or ${attribute} if that is 0`;
  element.change('warning', 'extendable', words, `${attribute}_extendable`);
  return element.rating(`${attribute}_opt`, 0) || stated;
}

/** `taken`: names in use so far; `all`: names of all elements in the tables. */
export interface Names {
  readonly taken: Set<string>;
  readonly all: ReadonlySet<string>;
}

export const namesOf = (...tables: (readonly Element[])[]): Names => ({
  taken: new Set(),
  all: new Set(tables.flat().map(({ name }) => name)),
});

/**
 * A name that no other element has. PyPSA allows a generator and a storage to share a name, but here both are columns
 * of one table. A name that is made up differs from all names in the tables.
 */
export function freeName(element: Element, kind: string, { taken, all }: Names): string {
  const { name } = element;
  let free = name;
  for (let n = 1; taken.has(free) || (free !== name && all.has(free)); n++)
    free = n === 1 ? `${name} ${kind}` : `${name} ${kind} ${n}`;
  taken.add(free);
  if (free !== name)
    element.change('info', 'name', `${name} is ${free}, as another kind has its name`, 'name');
  return free;
}
