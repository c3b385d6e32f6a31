/**
 * Transformers of a RAW file. A transformer with two windings becomes a line; a transformer with three windings becomes
 * a star of three lines, with a bus at its centre.
 */

import { branch, reactance, resistance } from '../base/conventions.ts';
import type { Line } from '../base/network-parts.ts';
import { type RawGrid, ratingsOf } from './grid.ts';
import { type RawRecord, rawError } from './records.ts';
import type { RawCase } from './sections.ts';

const SECTION = 'TRANSFORMER';
const TWO_WINDINGS = 4;
const THREE_WINDINGS = 5;
const W_PER_MW = 1e6;
/** Rounding error of a sum, relative to its terms. */
const ROUNDING = 1e-12;

const ENDS = ['I', 'J', 'K'] as const;
/** STAT of a three-winding transformer -> winding that is out of service. */
const OUT_BY_WINDING = [4, 2, 3];

/** Reads the transformers, and adds the star buses to the grid. Throws `ImportError` with line and column. */
export function readTransformers({ sections, record }: RawCase, grid: RawGrid): Line[] {
  const lines = sections.get(SECTION) ?? [];
  const branches: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    if (!first) break;
    const head = record(SECTION, first, 'transformer');
    const isStar = head.integer('K', 0) !== 0;
    const length = isStar ? THREE_WINDINGS : TWO_WINDINGS;
    const part = lines.slice(at, at + length);
    if (part.length < length)
      throw rawError(
        SECTION,
        part.at(-1)?.line ?? first.line,
        '1',
        `A transformer should have ${length} lines`,
      );
    at += length;
    const [, second, ...windingLines] = part;
    const impedance = record(SECTION, second ?? first, 'impedance');
    const windings = windingLines.map((line) => record(SECTION, line, 'winding'));
    // A star with one winding at an isolated bus still connects the buses of the other two windings.
    const isOn = grid.isOn(head, 'STAT', ...(isStar ? [] : ['I', 'J']));
    const read = isStar ? star : pair;
    branches.push(...branch(isOn, head.at('STAT'), () => read(head, impedance, windings, grid)).flat());
  }
  return branches;
}

function noteHead(head: RawRecord, windings: readonly RawRecord[]): void {
  for (const winding of windings)
    if (winding.integer('TAB', 0) !== 0)
      winding.drop('warning', 'impedance_table', 'Impedances that follow the tap', 'TAB');
  if (head.number('MAG1', 0) !== 0)
    head.drop('warning', 'magnetizing', 'Active power of magnetization', 'MAG1');
}

/** Turns ratio of a winding, per unit of its bus voltage, in the units that CW states. */
function ratioOf(head: RawRecord, winding: RawRecord, kv: number): number {
  const cw = head.integer('CW', 1);
  const value = winding.number('WINDV', cw === 2 ? kv : 1);
  if (value <= 0) winding.refuse('WINDV', `Should be more than 0, not ${value}`);
  if (cw === 1) return value;
  if (cw === 2) return value / kv;
  if (cw === 3) return (value * (winding.amount('NOMV', 0) || kv)) / kv;
  return head.refuse('CW', `Should be 1, 2 or 3, not ${cw}`);
}

/**
 * Impedance between the windings `ends`, per unit on the base of the case and the bus voltage, from the units that CZ
 * states.
 */
function impedanceOf(
  head: RawRecord,
  record: RawRecord,
  ends: '1-2' | '2-3' | '3-1',
  scale: { readonly kv: number; readonly nomv: number; readonly baseMva: number },
) {
  const cz = head.integer('CZ', 1);
  const [r, x] = [record.number(`R${ends}`, 0), record.number(`X${ends}`, 0)];
  if (cz === 1) return { r, x };
  const mva = record.number(`SBASE${ends}`, scale.baseMva);
  if (mva <= 0) record.refuse(`SBASE${ends}`, `Should be more than 0, not ${mva}`);
  const factor = (scale.baseMva / mva) * ((scale.nomv || scale.kv) / scale.kv) ** 2;
  if (cz === 2) return { r: r * factor, x: x * factor };
  if (cz !== 3) return head.refuse('CZ', `Should be 1, 2 or 3, not ${cz}`);
  const loss = r / W_PER_MW / mva;
  if (loss > Math.abs(x)) record.refuse(`R${ends}`, `Is a loss above the impedance X${ends}`);
  return { r: loss * factor, x: Math.sqrt(x ** 2 - loss ** 2) * factor };
}

/** Joins two windings: the ratio of the second is moved to the first, and the impedance is multiplied by its square. */
function pair(
  head: RawRecord,
  impedance: RawRecord,
  [first, second]: readonly RawRecord[],
  grid: RawGrid,
): Line[] {
  if (!first || !second) return head.refuse('I', 'Should have two windings');
  noteHead(head, [first]);
  const ends = { from_bus: grid.known(head, 'I'), to_bus: grid.known(head, 'J') };
  if (ends.from_bus === ends.to_bus) head.refuse('J', 'A line should connect two different buses');
  const [kv, other] = [grid.kv(ends.from_bus), grid.kv(ends.to_bus)];
  const scale = { kv, nomv: first.amount('NOMV', 0), baseMva: grid.baseMva };
  const { r, x } = impedanceOf(head, impedance, '1-2', scale);
  const [one, two] = [ratioOf(head, first, kv), ratioOf(head, second, other)];
  if (head.integer('STAT', 1) > 1) head.refuse('STAT', `Should be 0 or 1, not ${head.integer('STAT', 1)}`);
  const moved = perUnit(r * two ** 2, x * two ** 2, impedance);
  const line = toLine(moved, one / two, first, grid, kv);
  const id = grid.free(head, `${ends.from_bus}-${ends.to_bus}-${head.text('CKT', '1')}`);
  return [{ id, ...ends, ...line, in_service: grid.isOn(head, 'STAT', 'I', 'J') }];
}

/** Lines of a star. The voltage of its star bus is the voltage of the first winding. */
function star(head: RawRecord, impedance: RawRecord, windings: readonly RawRecord[], grid: RawGrid): Line[] {
  noteHead(head, windings);
  const buses = ENDS.map((column) => grid.known(head, column));
  const pairs = (['1-2', '2-3', '3-1'] as const).map((ends, k) =>
    impedanceOf(head, impedance, ends, {
      kv: grid.kv(buses[k] ?? 0),
      nomv: windings[k]?.amount('NOMV', 0) ?? 0,
      baseMva: grid.baseMva,
    }),
  );
  const stat = head.integer('STAT', 1);
  if (stat > 4) head.refuse('STAT', `Should be 0 to 4, not ${stat}`);
  const parts = windings.map((winding, k) => {
    const [current, next, last] = [pairs[k], pairs[(k + 1) % 3], pairs[(k + 2) % 3]];
    const half = (part: 'r' | 'x'): number => {
      const [one, two, other] = [current?.[part] ?? 0, last?.[part] ?? 0, next?.[part] ?? 0];
      const sum = one + two - other;
      // A sum of terms that cancel is 0, without the rounding error.
      return Math.abs(sum) > ROUNDING * (Math.abs(one) + Math.abs(two)) ? sum / 2 : 0;
    };
    const bus = buses[k] ?? 0;
    const kv = grid.kv(bus);
    const halves = perUnit(half('r'), half('x'), impedance);
    return {
      from_bus: bus,
      ...toLine(halves, ratioOf(head, winding, kv), winding, grid, kv),
      in_service: stat !== 0 && stat !== OUT_BY_WINDING[k] && !grid.isIsolated(head, ENDS[k] ?? 'I'),
    };
  });
  const name = grid.free(head, `${buses.join('-')}-${head.text('CKT', '1')}`);
  const to_bus = grid.addStar(buses[0] ?? 0, `Star of ${name}`);
  head.change('info', 'star', 'A transformer of three windings is a star with a bus of its own', 'K');
  return parts.map((part, k): Line => ({ id: grid.free(head, `${name}/${k + 1}`), to_bus, ...part }));
}

const perUnit = (r: number, x: number, impedance: RawRecord) => ({
  r: resistance(r, impedance.at('R1-2')),
  x: reactance(x, impedance.at('X1-2')),
});

type Impedance = ReturnType<typeof perUnit>;

function toLine({ r, x }: Impedance, tap: number, winding: RawRecord, grid: RawGrid, kv: number) {
  const shift = winding.number('ANG', 0);
  return {
    r_ohm: (r * kv ** 2) / grid.baseMva,
    x_pu: x,
    ...ratingsOf(winding),
    ...(tap !== 1 && { tap_ratio: tap }),
    ...(shift !== 0 && { phase_shift_deg: shift }),
  };
}
