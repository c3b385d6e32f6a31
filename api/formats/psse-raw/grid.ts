/** Buses, branches and DC lines of a RAW file. */
import { branch, noteIsolated, ratings, reactance, resistance, voltage } from '../base/conventions.ts';
import type { Bus, DcLine, Line } from '../base/network-parts.ts';
import type { RawRecord } from './records.ts';

const TYPES: readonly (Bus['type'] | undefined)[] = [undefined, 'pq', 'pv', 'slack', 'pq'];
const ISOLATED = 4;
const A_PER_KA = 1000;

/** Buses of the case, and names of branches in use. */
export class RawGrid {
  readonly baseMva: number;
  readonly buses: Bus[] = [];
  /** Largest bus number in use. */
  #largest = 0;
  readonly #byNumber = new Map<number, Bus>();
  readonly #isolated = new Set<number>();
  readonly #names = new Set<string>();

  constructor(baseMva: number) {
    this.baseMva = baseMva;
  }

  /** Adds a bus. `areas`: number -> name. */
  addBus(record: RawRecord, areas: ReadonlyMap<number, string>): void {
    const id = record.bus('I');
    if (this.#byNumber.has(id)) record.refuse('I', `Bus ${id} appears twice`);
    const ide = record.integer('IDE', 1);
    const area = record.integer('AREA', 1);
    if (ide === ISOLATED) {
      this.#isolated.add(id);
      noteIsolated(record.at('IDE'));
    }
    this.#add({
      id,
      name: record.text('NAME', `Bus ${id}`).slice(0, 200),
      // The note about an invalid voltage is a warning, because transformer ratios may be in kV.
      v_nom_kv: voltage(record.amount('BASKV', 0), 'warning', record.at('BASKV')),
      type: TYPES[ide] ?? record.refuse('IDE', `Should be 1 to 4, not ${ide}`),
      area: areas.get(area) ?? String(area),
      zone: String(record.integer('ZONE', 1)),
    });
  }

  #add(bus: Bus): void {
    this.#byNumber.set(bus.id, bus);
    this.#largest = Math.max(this.#largest, bus.id);
    this.buses.push(bus);
  }

  /**
   * Adds the star bus of a three-winding transformer next to the bus of winding 1. Returns its number, the next unused
   * number.
   */
  addStar(beside: number, name: string): number {
    const { v_nom_kv, area, zone } = this.#byNumber.get(beside) ?? { v_nom_kv: 1 };
    const id = this.#largest + 1;
    this.#add({
      id,
      name: name.slice(0, 200),
      v_nom_kv,
      type: 'pq',
      ...(area && { area }),
      ...(zone && { zone }),
    });
    return id;
  }

  kv = (id: number): number => this.#byNumber.get(id)?.v_nom_kv ?? 1;

  /** True if a record is in service: by its status, and by the buses in `columns`. */
  isOn(record: RawRecord, status: string, ...columns: readonly string[]): boolean {
    const state = record.integer(status, 1);
    if (state < 0) record.refuse(status, `Should be 0 or more, not ${state}`);
    return state > 0 && !columns.some((column) => this.isIsolated(record, column));
  }

  isIsolated(record: RawRecord, column: string): boolean {
    return this.#isolated.has(Math.abs(record.integer(column, 0)));
  }

  known(record: RawRecord, column: string): number {
    const id = record.bus(column);
    return this.#byNumber.has(id) ? id : record.refuse(column, `There is no bus ${id}`);
  }

  /** Registers the name of a branch; refuses a name that is in use. */
  free(record: RawRecord, name: string): string {
    return record.takeName('CKT', name, this.#names, `Branch ${name}`);
  }
}

/** Ratings of a branch: RATE1 is the normal rating, RATE2 the emergency rating; 0 means unlimited. */
export const ratingsOf = (record: RawRecord) => ratings(record.rating('RATE1', 0), record.rating('RATE2', 0));

/**
 * Reads a branch or a switching device. Switching devices have their status in another column, and have no resistance.
 */
export const readBranch = (record: RawRecord, status: 'ST' | 'STAT', grid: RawGrid): Line[] =>
  branch(grid.isOn(record, status, 'I', 'J'), record.at(status), () => toLine(record, status, grid));

function toLine(record: RawRecord, status: 'ST' | 'STAT', grid: RawGrid): Line {
  const [from_bus, to_bus] = [grid.known(record, 'I'), grid.known(record, 'J')];
  if (from_bus === to_bus) record.refuse('J', 'A line should connect two different buses');
  if (record.number('GI', 0) !== 0 || record.number('GJ', 0) !== 0)
    record.drop('warning', 'line_shunt', 'Active power of line shunts', 'GI');
  const line = {
    from_bus,
    to_bus,
    r_ohm: (resistance(record.number('R', 0), record.at('R')) * grid.kv(from_bus) ** 2) / grid.baseMva,
    x_pu: reactance(record.number('X', 0), record.at('X')),
    ...ratingsOf(record),
    in_service: grid.isOn(record, status, 'I', 'J'),
  };
  // Registers the name last, so that an invalid record does not use up a name.
  return { id: grid.free(record, `${from_bus}-${to_bus}-${record.text('CKT', '1')}`), ...line };
}

/** Reads a two-terminal DC line. Its power limit is the scheduled power, from rectifier to inverter. */
export function readDcLine(
  record: RawRecord,
  rectifier: RawRecord,
  inverter: RawRecord,
  grid: RawGrid,
): DcLine[] {
  const isConnected = () => [rectifier, inverter].every((end) => !grid.isIsolated(end, 'BUS'));
  const in_service = record.integer('MDC', 0) !== 0 && isConnected();
  return branch(in_service, record.at('MDC'), () => ({
    ...toDcLine(record, rectifier, inverter, grid),
    in_service,
  }));
}

function toDcLine(record: RawRecord, rectifier: RawRecord, inverter: RawRecord, grid: RawGrid) {
  const [from_bus, to_bus] = [grid.known(rectifier, 'BUS'), grid.known(inverter, 'BUS')];
  if (from_bus === to_bus) inverter.refuse('BUS', 'A line should connect two different buses');
  const mode = record.integer('MDC', 0);
  const set = Math.abs(record.number('SETVL', 0));
  const mw = mode === 2 ? (set * record.amount('VSCHD', 0)) / A_PER_KA : set;
  const words = 'A DC line carries up to the power that is set, from rectifier to inverter, free of losses';
  record.change('warning', 'dc_line', words, 'SETVL');
  return {
    id: grid.free(record, record.text('NAME', `DC ${from_bus}-${to_bus}`)),
    from_bus,
    to_bus,
    p_min_mw: 0,
    p_max_mw: mw,
  };
}
