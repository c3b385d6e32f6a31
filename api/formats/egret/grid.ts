/** Reads buses, branches and DC branches of an Egret file. Its buses have names instead of numbers. */

import {
  branch,
  flowLimit,
  noteIsolated,
  ratings,
  reactance,
  resistance,
  UNLIMITED_MW,
  voltage,
} from '../base/conventions.ts';
import type { JsonObject } from '../base/json-object.ts';
import type { Bus, DcLine, Interface, Line } from '../base/network-parts.ts';
import { amountOf, valuesOf } from './values.ts';

/** Subject of the note about ignored fields. */
export const AC = 'Voltages, reactive power, and results of a solve';

/** Name -> bus. */
export class Buses extends Map<string, Bus> {
  /** Names of isolated buses; elements at these buses are ignored. */
  readonly isolated = new Set<string>();
}

/** `matpower_bustype` -> bus type of the service. */
const TYPES = new Map<string, Bus['type']>([
  ['ref', 'slack'],
  ['pv', 'pv'],
  ['pq', 'pq'],
  ['isolated', 'pq'],
]);

/** Reads the buses. The numbers in the file are kept if no two buses have the same number. */
export function readBuses(elements: JsonObject, reference: string): Buses {
  const objects = elements.objects('bus');
  if (objects.length === 0) elements.refuse('bus', 'Should have a bus');
  const ids = objects.map(([, object]) => Number(object.value('id') ?? Number.NaN));
  const areOwn = ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length;
  if (!areOwn) elements.change('info', 'bus_numbers', 'Buses are numbered from 1, their names stay', 'bus');
  const buses = new Buses();
  for (const [i, [name, object]] of objects.entries()) {
    const field = 'matpower_bustype';
    const type = object.text(field, 'PQ').toLowerCase();
    const kind = TYPES.get(type) ?? object.refuse(field, `Should be PQ, PV, ref or isolated, not ${type}`);
    if (type === 'isolated') {
      buses.isolated.add(name);
      noteIsolated(object.at(field));
    }
    const id = areOwn ? (ids[i] ?? 0) : i + 1;
    buses.set(name, toBus(name, id, object, name === reference ? 'slack' : kind));
  }
  return buses;
}

function toBus(name: string, id: number, object: JsonObject, type: Bus['type']): Bus {
  object.skip('owner', 'Owners', ['owner']);
  const kv = voltage(object.number('base_kv', 1), 'info', object.at('base_kv'));
  const text = (field: string): string | undefined =>
    object.has(field) ? String(object.value(field)).slice(0, 100) : undefined;
  const [area, zone] = [text('area'), text('zone')];
  object.skip('ac', AC, [
    'v_min',
    'v_max',
    'vm',
    'va',
    'lmp',
    'qlmp',
    'p_balance_violation',
    'q_balance_violation',
  ]);
  return {
    id,
    name: name.slice(0, 200) || `Bus ${id}`,
    v_nom_kv: kv,
    type,
    ...(area !== undefined && { area }),
    ...(zone !== undefined && { zone }),
  };
}

/**
 * True if an object is in service and not connected to an isolated bus. The other fields of an object that is left out
 * are not checked.
 */
export function isIn(object: JsonObject, { isolated }: Buses, ...ends: readonly string[]): boolean {
  const isAlone = ends.some((end) => isolated.has(String(object.value(end))));
  const is = object.flag('in_service', true) && !isAlone;
  if (!is) object.names();
  return is;
}

export function readBranches(elements: JsonObject, buses: Buses, baseMva: number): Line[] {
  const kvOf = new Map([...buses.values()].map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  const read = (id: string, object: JsonObject): Line => {
    const ends = readEnds(object, buses);
    noteBranch(object);
    const [tap, shift] = [
      amountOf(object, 'transformer_tap_ratio', 0),
      object.number('transformer_phase_shift', 0),
    ];
    const kv = kvOf.get(ends.from_bus) ?? 1;
    return {
      id,
      ...ends,
      r_ohm: (resistance(object.number('resistance', 0), object.at('resistance')) * kv ** 2) / baseMva,
      x_pu: reactance(object.number('reactance'), object.at('reactance')),
      ...ratings(rated(object, 'rating_long_term'), rated(object, 'rating_short_term')),
      ...(tap > 0 && { tap_ratio: tap }),
      ...(shift !== 0 && { phase_shift_deg: shift }),
      ...(object.has('violation_penalty') && { penalty_usd_per_mwh: amountOf(object, 'violation_penalty') }),
      in_service: isIn(object, buses, ...ENDS),
    };
  };
  return elements
    .objects('branch')
    .flatMap(([id, object]) => branch(isIn(object, buses, ...ENDS), object.notes, () => read(id, object)));
}

/** Rating, MVA; 0 if the field is absent, which means no limit in the file. */
const rated = (object: JsonObject, field: string): number =>
  object.has(field) ? (flowLimit(object.rating(field), object.at(field)) ?? 0) : 0;

const FULL_CIRCLE = 360;

function noteBranch(object: JsonObject): void {
  for (const field of ['angle_diff_min', 'angle_diff_max']) {
    const degrees = Math.abs(object.limit(field, 0));
    if (degrees > 0 && degrees < FULL_CIRCLE)
      object.drop('warning', 'angle_limit', 'A limit of the angle across a line is not modelled', field);
  }
  object.skip('ac', AC, ['branch_type', 'charging_susceptance', 'pf', 'qf', 'pt', 'qt']);
}

export function readDcBranches(elements: JsonObject, buses: Buses): DcLine[] {
  const read = (id: string, object: JsonObject): DcLine => {
    const mw = Math.min(UNLIMITED_MW, object.rating('rating_long_term'));
    object.skip('ac', AC, ['branch_type', 'pf', 'qf', 'pt', 'qt']);
    const in_service = isIn(object, buses, ...ENDS);
    return { id, ...readEnds(object, buses), p_min_mw: -mw, p_max_mw: mw, in_service };
  };
  return elements
    .objects('dc_branch')
    .flatMap(([id, object]) => branch(isIn(object, buses, ...ENDS), object.notes, () => read(id, object)));
}

/** Reads interfaces. The orientation of a line in the file, 1 or -1, becomes the factor of its flow. */
export function readInterfaces(elements: JsonObject, lines: readonly Line[], periods: number): Interface[] {
  const lineIds = new Set(lines.map(({ id }) => id));
  return elements.objects('interface').map(([id, object]) => {
    const names = object.list('lines', []);
    const factors = object.numbers('line_orientation');
    const limit = (field: string, unlimited: number) => {
      if (!object.has(field)) return {};
      const mw =
        typeof object.value(field) === 'object' ? valuesOf(object, field, periods) : object.limit(field);
      return mw === unlimited ? {} : { [field === 'minimum_limit' ? 'p_min_mw' : 'p_max_mw']: mw };
    };
    object.skip('ac', AC, ['pf', 'qf', 'pt', 'qt']);
    return {
      id,
      lines: names.map((name, k) => ({
        id:
          typeof name === 'string' && lineIds.has(name)
            ? name
            : object.refuse('lines', `There is no branch ${name}`),
        factor: factors[k] ?? object.refuse('line_orientation', 'Should have a number for each line'),
      })),
      ...limit('minimum_limit', Number.NEGATIVE_INFINITY),
      ...limit('maximum_limit', Number.POSITIVE_INFINITY),
      ...(object.has('violation_penalty') && { penalty_usd_per_mwh: amountOf(object, 'violation_penalty') }),
    };
  });
}

const ENDS = ['from_bus', 'to_bus'];

function readEnds(object: JsonObject, buses: Buses) {
  const [from_bus, to_bus] = [busOf(object, 'from_bus', buses), busOf(object, 'to_bus', buses)];
  if (from_bus === to_bus) object.refuse('to_bus', 'A line should connect two different buses');
  return { from_bus, to_bus };
}

/** Number of the bus that a field names. */
export function busOf(object: JsonObject, field: string, buses: Buses): number {
  const name = object.text(field);
  return buses.get(name)?.id ?? object.refuse(field, `There is no bus ${name}`);
}
