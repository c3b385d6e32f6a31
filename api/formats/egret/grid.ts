/** Buses, branches and DC branches of an Egret file, whose buses have names. */

import type { JsonObject } from '../base/json-object.ts';
import type { Bus, DcLine, Line } from '../base/network-parts.ts';
import { amountOf } from './values.ts';

/** Name -> bus. The numbers of the file hold where each bus has one of its own. */
export function readBuses(elements: JsonObject, reference: string): Map<string, Bus> {
  const objects = elements.objects('bus');
  if (objects.length === 0) elements.refuse('bus', 'Should have a bus');
  const given = objects.map(([, object]) => Number(object.value('id') ?? Number.NaN));
  const areOwn = given.every(Number.isSafeInteger) && new Set(given).size === given.length;
  if (!areOwn) elements.change('info', 'bus_numbers', 'Buses are numbered from 1, their names stay', 'bus');
  const buses = objects.map(([name, object], i): readonly [string, Bus] => {
    const id = areOwn ? (given[i] ?? 0) : i + 1;
    return [name, toBus(name, id, object, name === reference)];
  });
  return new Map(buses);
}

function toBus(name: string, id: number, object: JsonObject, isReference: boolean): Bus {
  const kv = amountOf(object, 'base_kv', 1);
  if (kv === 0) object.change('info', 'base_kv', 'A voltage of 0 is 1 kV', 'base_kv');
  const type = object.text('matpower_bustype', 'PQ').toLowerCase();
  const text = (field: string): string | undefined =>
    object.has(field) ? String(object.value(field)).slice(0, 100) : undefined;
  const [area, zone] = [text('area'), text('zone')];
  return {
    id,
    name: name.slice(0, 200) || `Bus ${id}`,
    v_nom_kv: kv || 1,
    type: isReference || type === 'ref' ? 'slack' : type === 'pv' ? 'pv' : 'pq',
    ...(area !== undefined && { area }),
    ...(zone !== undefined && { zone }),
  };
}

export type Buses = ReadonlyMap<string, Bus>;

export function readBranches(elements: JsonObject, buses: Buses, baseMva: number): Line[] {
  const kvOf = new Map([...buses.values()].map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return elements.objects('branch').map(([id, object]): Line => {
    const ends = readEnds(object, buses);
    const x_pu = object.number('reactance');
    if (x_pu === 0) object.refuse('reactance', 'Should not be 0');
    const [rating, emergency] = [
      amountOf(object, 'rating_long_term', 0),
      amountOf(object, 'rating_short_term', 0),
    ];
    const [tap, shift] = [
      amountOf(object, 'transformer_tap_ratio', 0),
      object.number('transformer_phase_shift', 0),
    ];
    const kv = kvOf.get(ends.from_bus) ?? 1;
    return {
      id,
      ...ends,
      r_ohm: (amountOf(object, 'resistance', 0) * kv ** 2) / baseMva,
      x_pu,
      s_nom_mva: rating > 0 ? rating : null,
      ...(rating > 0 && emergency > 0 && { s_emergency_mva: emergency }),
      ...(tap > 0 && { tap_ratio: tap }),
      ...(shift !== 0 && { phase_shift_deg: shift }),
      ...(object.has('violation_penalty') && { penalty_usd_per_mwh: amountOf(object, 'violation_penalty') }),
      in_service: object.flag('in_service', true),
    };
  });
}

export function readDcBranches(elements: JsonObject, buses: Buses): DcLine[] {
  return elements.objects('dc_branch').map(([id, object]): DcLine => {
    const mw = amountOf(object, 'rating_long_term');
    return {
      id,
      ...readEnds(object, buses),
      p_min_mw: -mw,
      p_max_mw: mw,
      in_service: object.flag('in_service', true),
    };
  });
}

function readEnds(object: JsonObject, buses: Buses) {
  const [from_bus, to_bus] = [busOf(object, 'from_bus', buses), busOf(object, 'to_bus', buses)];
  if (from_bus === to_bus) object.refuse('to_bus', 'A line should connect two different buses');
  return { from_bus, to_bus };
}

/** The number of the bus that a field names. */
export function busOf(object: JsonObject, field: string, buses: Buses): number {
  const name = object.text(field);
  return buses.get(name)?.id ?? object.refuse(field, `There is no bus ${name}`);
}
