/** Applies a repair to a payload, as a client would do it. */

import type { Repair } from '../messages/infeasibility.ts';
import type { Generator, SolvePayload } from '../schema.ts';
import { attributeOf } from './collections.ts';

export const applyRepair = (payload: SolvePayload, repair: readonly Repair[]): SolvePayload =>
  repair.map((entry) => ({ ...entry, field: attributeOf(entry.field) })).reduce(applyEntry, payload);

function applyEntry(payload: SolvePayload, entry: Repair): SolvePayload {
  const { element_type, element_id, field, to } = entry;
  const repaired = <Item extends object>(items: Item[] | undefined, name: (item: Item) => string) =>
    items?.map((item) => (name(item) === element_id ? { ...item, ...changed(item, entry) } : item));
  switch (element_type) {
    case 'bus':
      return { ...payload, loads: withLoad(payload.loads, entry) };
    case 'generator':
      if (field === 'commitment') return { ...payload, commitment: withCommitment(payload, entry) };
      if (field === 'fixed_commitment')
        return {
          ...payload,
          fixed_commitment: payload.fixed_commitment?.map((fixed) =>
            fixed.generator === element_id && fixed.hour === entry.hour ? { ...fixed, on: to === 1 } : fixed,
          ),
        };
      if (field === 'must_run')
        return {
          ...payload,
          generators: payload.generators.map((unit) =>
            unit.name === element_id ? { ...unit, must_run: mustRun(unit, entry) } : unit,
          ),
        };
      return { ...payload, generators: repaired(payload.generators, ({ name }) => name) ?? [] };
    case 'renewable':
      return { ...payload, renewables: repaired(payload.renewables, ({ name }) => name) };
    case 'storage':
      return { ...payload, storage: repaired(payload.storage, ({ name }) => name) };
    case 'reserve':
      return { ...payload, reserves: repaired(payload.reserves, ({ name }) => name) };
    case 'line':
      return { ...payload, transmission_lines: repaired(payload.transmission_lines, ({ id }) => id) };
    case 'dc_line':
      return { ...payload, dc_lines: repaired(payload.dc_lines, ({ id }) => id) };
    case 'interface':
      return { ...payload, interfaces: repaired(payload.interfaces, ({ id }) => id) };
    case 'system':
      return { ...payload, ...changed(payload, entry) };
    default:
      return payload;
  }
}

const mustRun = ({ must_run }: Generator, { hour, to }: Repair): Generator['must_run'] =>
  hour !== null && Array.isArray(must_run) ? must_run.with(hour, to === 1) : to === 1;

/** The field after the repair: a new value for all hours, or only for the hour of the repair. */
function changed(item: object, { field, hour, to }: Repair): Record<string, unknown> {
  const [list = '', k, part] = field.split('.');
  const fieldOf = (key: string): unknown => Object.entries(item).find(([name]) => name === key)?.[1];
  if (k !== undefined && part !== undefined) return { [list]: withOwn(fieldOf(list), Number(k), part, to) };
  if (hour === null) return { [field]: to };
  const before = fieldOf(field);
  return Array.isArray(before) ? { [field]: before.with(hour, to) } : {};
}

/** A list of objects, with one number of the object at position `k` changed. */
const withOwn = (items: unknown, k: number, field: string, to: number): unknown =>
  Array.isArray(items) ? items.map((item: object, i) => (i === k ? { ...item, [field]: to } : item)) : items;

/** Applies a repair of the load at a bus, by changing the first load of the bus. */
function withLoad(loads: SolvePayload['loads'], { element_id, hour, to }: Repair): SolvePayload['loads'] {
  const first = loads.findIndex(({ bus }) => String(bus) === element_id);
  return loads.map((load, i) =>
    i === first && hour !== null ? { ...load, values: load.values.with(hour, to) } : load,
  );
}

/** Applies a repair of a commitment; a unit without a row in the commitment counts as off. */
function withCommitment({ commitment = {}, horizon }: SolvePayload, { element_id, hour, to }: Repair) {
  const name = element_id ?? '';
  const hours = commitment[name] ?? Array.from({ length: horizon }, () => 0);
  return { ...commitment, [name]: hour === null ? hours : hours.with(hour, to) };
}
