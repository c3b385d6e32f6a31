/** Reads bus.csv, branch.csv and dc_branch.csv as buses and lines. */
import { ratings, reactance, resistance } from '../base/conventions.ts';
import type { Bus, DcLine, Line } from '../base/network-parts.ts';
import type { TableRow } from '../tables/table-row.ts';
import { BASE_MVA } from './tables.ts';

export interface AreaBus {
  readonly bus: Bus;
  /** Area of the bus; '' if the table has no areas. */
  readonly area: string;
  /** Share of the area's load that this bus gets, stated as a power, MW. */
  readonly loadMw: number;
  /** Active power of the shunt at 1 per unit voltage, MW. */
  readonly shuntMw: number;
  readonly row: TableRow;
}

const KM_PER_MILE = 1.609344;

const BUS_TYPES = new Map<string, Bus['type']>([
  ['ref', 'slack'],
  ['slack', 'slack'],
  ['swing', 'slack'],
  ['pv', 'pv'],
  ['pq', 'pq'],
]);

/** Reads the buses as a map bus number -> bus. Throws `ImportError` for a duplicate number or an unknown type. */
export function readBuses(rows: readonly TableRow[]): Map<number, AreaBus> {
  const buses = new Map<number, AreaBus>();
  for (const row of rows) {
    const id = row.integer('Bus ID');
    if (buses.has(id)) row.refuse('Bus ID', `Bus ${id} appears twice`);
    const area = plainNumber(row.optionalText('Area'));
    buses.set(id, {
      bus: toBus(row, id, area),
      area: area ?? '',
      loadMw: row.number('MW Load', 0),
      shuntMw: row.number('MW Shunt G', 0),
      row,
    });
  }
  return buses;
}

function toBus(row: TableRow, id: number, area: string | undefined): Bus {
  const type = row.optionalText('Bus Type') ?? 'PQ';
  const v_nom_kv = row.number('BaseKV');
  if (v_nom_kv <= 0) row.refuse('BaseKV', `Should be more than 0, not ${v_nom_kv}`);
  const zone = plainNumber(row.optionalText('Zone'));
  const [latitude, longitude] = [angle(row, 'lat', 90), angle(row, 'lng', 180)];
  return {
    id,
    name: row.optionalText('Bus Name') ?? `Bus ${id}`,
    v_nom_kv,
    type: BUS_TYPES.get(type.toLowerCase()) ?? row.refuse('Bus Type', `Should be PQ, PV or Ref, not ${type}`),
    ...(area !== undefined && { area }),
    ...(zone !== undefined && { zone }),
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
  };
}

/** Area number as text. A spreadsheet may have written it as a decimal number: `11.0` becomes `11`. */
export const plainNumber = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;

function angle(row: TableRow, column: string, most: number): number | undefined {
  const value = row.optionalNumber(column);
  return value === undefined || Math.abs(value) <= most
    ? value
    : row.refuse(column, `Should be between -${most} and ${most} degrees, not ${value}`);
}

/** Number of the bus in a cell. A bus with this number must exist. */
export function busIn(row: TableRow, column: string, buses: ReadonlyMap<number, unknown>): number {
  const id = row.integer(column);
  return buses.has(id) ? id : row.refuse(column, `There is no bus ${id}`);
}

/** Reads the lines. `taken`: names in use. Throws `ImportError` for duplicate names and unknown buses. */
export function readLines(
  rows: readonly TableRow[],
  buses: ReadonlyMap<number, AreaBus>,
  usedNames: Set<string>,
): Line[] {
  rows[0]?.change('info', 'base_mva', `Per-unit values are on ${BASE_MVA} MVA, which no table says`, 'X');
  return rows.map((row): Line => {
    const ends = readEnds(row, buses, usedNames);
    const tap = row.amount('Tr Ratio', 0);
    const miles = row.amount('Length', 0);
    const kv = buses.get(ends.from_bus)?.bus.v_nom_kv ?? 1;
    return {
      ...ends,
      r_ohm: (resistance(row.number('R', 0), row.at('R')) * kv ** 2) / BASE_MVA,
      x_pu: reactance(row.number('X'), row.at('X')),
      ...ratings(row.rating('Cont Rating', 0), row.rating('LTE Rating', 0)),
      ...(tap > 0 && { tap_ratio: tap }),
      ...(miles > 0 && { length_km: miles * KM_PER_MILE }),
      in_service: true,
    };
  });
}

export function readDcLines(
  rows: readonly TableRow[],
  buses: ReadonlyMap<number, AreaBus>,
  usedNames: Set<string>,
): DcLine[] {
  return rows.map((row): DcLine => {
    const mw = row.amount('MW Load');
    row.change('warning', 'dc_line', 'A DC line carries up to its MW Load either way, free of losses', 'UID');
    return { ...readEnds(row, buses, usedNames), p_min_mw: -mw, p_max_mw: mw, in_service: true };
  });
}

function readEnds(row: TableRow, buses: ReadonlyMap<number, AreaBus>, usedNames: Set<string>) {
  const uid = row.text('UID');
  const id = row.takeName('UID', uid, usedNames, `Line ${uid}`);
  const [from_bus, to_bus] = [busIn(row, 'From Bus', buses), busIn(row, 'To Bus', buses)];
  if (from_bus === to_bus) row.refuse('To Bus', 'A line should connect two different buses');
  return { id, from_bus, to_bus };
}
