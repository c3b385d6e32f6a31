/**
 * Standard types of high-voltage lines. PyPSA knows them by name, even if the folder does not define them. Values are
 * from pandapower and from Oeding, Oswald 2011, "Elektrische Kraftwerke und Netze", chapter 9.
 */
import { readRows, type TableFiles } from '../tables/read-table.ts';
import { noteTable } from '../tables/table-row.ts';
import { indexOf } from './snapshots.ts';

/** Ignored columns: data of AC power flow, nominal values (lines state their own), and labels. */
const UNUSED = [
  'f_nom c_per_length i_nom mounting cross_section references v_nom_0 v_nom_1 pfe i0 tap_side tap_min',
  'tap_max',
].flatMap((names) => names.split(' '));

interface LineType {
  /** Resistance of one circuit, ohm per km. */
  readonly r: number;
  readonly x: number;
}

const STANDARD: readonly (readonly [name: string, r: number, x: number])[] = [
  ['149-AL1/24-ST1A 110.0', 0.194, 0.41],
  ['184-AL1/30-ST1A 110.0', 0.1571, 0.4],
  ['243-AL1/39-ST1A 110.0', 0.1188, 0.39],
  ['305-AL1/39-ST1A 110.0', 0.0949, 0.38],
  ['490-AL1/64-ST1A 220.0', 0.059, 0.285],
  ['490-AL1/64-ST1A 380.0', 0.059, 0.253],
  ['Al/St 240/40 2-bundle 220.0', 0.06, 0.301],
  ['Al/St 240/40 3-bundle 300.0', 0.04, 0.265],
  ['Al/St 240/40 4-bundle 380.0', 0.03, 0.246],
  ['Al/St 490/64 4-bundle 380.0', 0.015, 0.16],
  ['Al/St 560/50 4-bundle 750.0', 0.013, 0.276],
  ['HTLS 4-bundle 380.0', 0.02, 0.26],
  ['N2XS(FL)2Y 1x120 RM/35 64/110 kV', 0.153, 0.166],
  ['N2XS(FL)2Y 1x185 RM/35 64/110 kV', 0.099, 0.156],
  ['N2XS(FL)2Y 1x240 RM/35 64/110 kV', 0.075, 0.149],
  ['N2XS(FL)2Y 1x300 RM/35 64/110 kV', 0.06, 0.144],
];

/** Line types by name: the standard types and the types of `line_types.csv`, which take precedence. */
export async function readLineTypes(files: TableFiles): Promise<ReadonlyMap<string, LineType>> {
  const types = new Map<string, LineType>(STANDARD.map(([name, r, x]) => [name, { r, x }]));
  const rows = await readRows(files, 'line_types.csv', true);
  for (const row of rows)
    types.set(row.text(indexOf(row)), { r: row.amount('r_per_length'), x: row.amount('x_per_length') });
  noteTable(rows, UNUSED);
  return types;
}

interface TransformerType {
  /** Nominal power, MVA. */
  readonly s_nom: number;
  /** Resistance, per unit on s_nom. */
  readonly r: number;
  readonly x: number;
  readonly phase_shift: number;
  readonly tap_neutral: number;
  /** Relative change of the turns ratio per tap step. */
  readonly tap_step: number;
}

const PERCENT = 100;

/** Transformer types of `transformer_types.csv` by name; short-circuit voltages are in percent. */
export async function readTransformerTypes(files: TableFiles): Promise<ReadonlyMap<string, TransformerType>> {
  const types = new Map<string, TransformerType>();
  const rows = await readRows(files, 'transformer_types.csv', true);
  for (const row of rows) {
    const [z, r] = [row.amount('vsc') / PERCENT, row.amount('vscr', 0) / PERCENT];
    if (z <= r) row.refuse('vsc', 'Should be more than vscr');
    types.set(row.text(indexOf(row)), {
      s_nom: row.amount('s_nom'),
      r,
      x: Math.sqrt(z ** 2 - r ** 2),
      phase_shift: row.number('phase_shift', 0),
      tap_neutral: row.number('tap_neutral', 0),
      tap_step: row.number('tap_step', 0) / PERCENT,
    });
  }
  noteTable(rows, UNUSED);
  return types;
}
