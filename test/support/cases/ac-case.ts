/** Cases of `test/cases/ac` as a payload of one interval, its schedule and AC data; and a made-up network of any size. */
import { readFileSync } from 'node:fs';
import { type AcData, type AcSchedule, acDataSchema } from '../../../temporal/case/messages/ac-check.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { aUnit } from './a-unit.ts';
import { random } from './random.ts';

export interface AcTestCase {
  readonly payload: SolvePayload;
  readonly schedule: AcSchedule;
  readonly ac: AcData;
}

const FOLDER = new URL('../../../../test/cases/ac/', import.meta.url);
const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '));

/** Voltages of the solution that PyPSA finds: bus -> pu and degrees. */
export const acSolution = (name: string): [bus: string, v: number, angle: number][] =>
  rowsOf(`${name}.solved`).map(([bus = '', v, angle]) => [bus, Number(v), Number(angle)]);

/** A MATPOWER case. `changes`: other AC data. */
export function acTestCase(name: string, changes: Partial<AcData> = {}): AcTestCase {
  const rows = rowsOf(`${name}.txt`);
  const numbers = (kind: string) =>
    rows.filter(([first]) => first === kind).map((row) => row.slice(1).map(Number));
  const gens = numbers('gen');
  const buses = numbers('bus');
  return {
    payload: {
      horizon: 1,
      generators: gens.map(([bus = 0]) => aUnit(`g${bus}`, { bus, p_max: 1000 })),
      loads: buses.map(([bus = 0, mw = 0]) => ({ bus, values: [mw] })),
      transmission_lines: numbers('branch').map(([from_bus = 0, to_bus = 0, r_pu = 0, x_pu = 0], i) => ({
        id: `L${i + 1}`,
        from_bus,
        to_bus,
        r_pu,
        x_pu,
      })),
    },
    schedule: { dispatch_mw: Object.fromEntries(gens.map(([bus, mw = 0]) => [`g${bus}`, [mw]])) },
    ac: acDataSchema.cast({
      slack_buses: numbers('slack').flat(),
      buses: buses.map(([bus = 0, , mvar = 0, shunt_mvar = 0]) => ({ bus, q_load_mvar: [mvar], shunt_mvar })),
      branches: numbers('branch').map(([, , , , b_pu = 0, tap = 0, rating_mva], i) => ({
        id: `L${i + 1}`,
        b_pu,
        tap_ratio: tap || 1,
        rating_mva,
      })),
      generators: gens.map(([bus, , q_max_mvar = 0, q_min_mvar = 0, v_set_pu = 1]) => ({
        name: `g${bus}`,
        q_max_mvar,
        q_min_mvar,
        v_set_pu,
      })),
      with_voltages: true,
      ...changes,
    }),
  };
}

/** A grid of `rows` x `columns` buses with a load at each, a unit at every fifth, and chords over several buses. */
export function acGrid(rows: number, columns: number, horizon: number): AcTestCase {
  const { next } = random(rows * columns);
  const size = rows * columns;
  const ends: [number, number][] = [];
  for (let bus = 0; bus < size; bus++) {
    if ((bus + 1) % columns > 0) ends.push([bus, bus + 1]);
    if (bus + columns < size) ends.push([bus, bus + columns]);
    const far = bus + 1 + Math.floor(next() * 3 * columns);
    if (next() < 0.15 && far < size) ends.push([bus, far]);
  }
  const hours = [...Array(horizon).keys()];
  const level = hours.map((hour) => 0.8 + 0.2 * Math.sin((hour * Math.PI) / 12));
  const loads = [...Array(size).keys()].map((bus) => {
    const mw = 5 + 10 * next();
    return { bus, values: level.map((share) => share * mw) };
  });
  const units = loads.filter(({ bus }) => bus % 5 === 0);
  const total = hours.map((hour) => loads.reduce((sum, { values }) => sum + (values[hour] ?? 0), 0));
  return {
    payload: {
      horizon,
      generators: units.map(({ bus }) => aUnit(`g${bus}`, { bus, p_max: 1000 })),
      loads,
      transmission_lines: ends.map(([from_bus, to_bus], i) => ({
        id: `L${i}`,
        from_bus,
        to_bus,
        x_pu: 0.02 + 0.03 * next(),
        r_pu: 0.003,
        rating_mw: 60,
      })),
    },
    schedule: {
      dispatch_mw: Object.fromEntries(
        units.map(({ bus }) => [`g${bus}`, total.map((mw) => mw / units.length)]),
      ),
    },
    ac: acDataSchema.cast({
      slack_buses: [Math.floor(size / 2)],
      power_factor: 0.95,
      branches: ends.map((_, i) => ({ id: `L${i}`, b_pu: 0.02 })),
      generators: units.map(({ bus }) => ({ name: `g${bus}`, q_min_mvar: -15, q_max_mvar: 25 })),
    }),
  };
}
