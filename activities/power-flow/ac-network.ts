/** Network of an AC power flow: branches as pi sections with a transformer at `from`, and the bus admittance matrix. */
import { analyzeBlocks, type BlockLu, type BlockPattern } from '../linalg/block-lu.ts';

/** A branch in service, in pu on the base of the network. */
export interface AcBranch {
  readonly id: string;
  /** Positions of the buses at its ends. */
  readonly from: number;
  readonly to: number;
  readonly r: number;
  readonly x: number;
  /** Charging susceptance of the whole line. */
  readonly b: number;
  /** Voltage ratio of the transformer, 1 for a line. */
  readonly tap: number;
  /** Phase shift of the transformer, rad. */
  readonly shift: number;
}

/** Complex admittances of a branch: y_ff, y_ft, y_tf, y_tt as conductance and susceptance, pu. */
export type BranchAdmittance = readonly [
  gff: number,
  bff: number,
  gft: number,
  bft: number,
  gtf: number,
  btf: number,
  gtt: number,
  btt: number,
];

/** Bus admittance matrix Y = G + jB, pu; parallel branches share an entry. */
export interface Admittances {
  /** Pairs of buses that a branch joins: the pattern of Y and of the Jacobian, which has 2 x 2 blocks. */
  readonly pattern: BlockPattern;
  /** Diagonal of Y, shape [buses]. */
  readonly g: Float64Array;
  readonly b: Float64Array;
  /** Entries of Y at (row, column) of each pair, then at (column, row), shape [pairs]. */
  readonly gForward: Float64Array;
  readonly bForward: Float64Array;
  readonly gBackward: Float64Array;
  readonly bBackward: Float64Array;
}

export interface AcNetwork {
  readonly admittances: Admittances;
  readonly branches: readonly AcBranch[];
  /** Factorisation of matrices with the pattern of Y, shared by all power flows of the network. */
  readonly lu: BlockLu;
}

/** Shunts by bus, pu at nominal voltage: consumed active power `g`, supplied reactive power `b`. */
export interface Shunts {
  /** Shape [buses]. */
  readonly g: Float64Array;
  readonly b: Float64Array;
}

export function toAcNetwork(branches: readonly AcBranch[], shunts: Shunts): AcNetwork {
  const admittances = busAdmittances(branches, shunts);
  return { admittances, branches, lu: analyzeBlocks(admittances.pattern) };
}

/** Source: Zimmerman and Murillo-Sanchez, MATPOWER User's Manual, section 3.2. */
export function branchAdmittance({ r, x, b, tap, shift }: AcBranch): BranchAdmittance {
  const square = r * r + x * x;
  const [g, s] = [r / square, -x / square];
  const [cos, sin] = [Math.cos(shift) / tap, Math.sin(shift) / tap];
  return [
    g / tap ** 2,
    (s + b / 2) / tap ** 2,
    -(g * cos - s * sin),
    -(s * cos + g * sin),
    -(g * cos + s * sin),
    -(s * cos - g * sin),
    g,
    s + b / 2,
  ];
}

export function busAdmittances(branches: readonly AcBranch[], shunts: Shunts): Admittances {
  const size = shunts.g.length;
  const [g, b] = [shunts.g.slice(), shunts.b.slice()];
  const pairs = new Map<number, number>();
  for (const { from, to } of branches) {
    const key = pairKey(from, to, size);
    if (!pairs.has(key)) pairs.set(key, pairs.size);
  }
  const keys = [...pairs.keys()];
  const series = () => new Float64Array(keys.length);
  const [gForward, bForward, gBackward, bBackward] = [series(), series(), series(), series()];
  for (const branch of branches) {
    const { from, to } = branch;
    const [gff, bff, gft, bft, gtf, btf, gtt, btt] = branchAdmittance(branch);
    add(g, from, gff);
    add(b, from, bff);
    add(g, to, gtt);
    add(b, to, btt);
    const pair = pairs.get(pairKey(from, to, size)) ?? 0;
    const isForward = from < to;
    add(isForward ? gForward : gBackward, pair, gft);
    add(isForward ? bForward : bBackward, pair, bft);
    add(isForward ? gBackward : gForward, pair, gtf);
    add(isForward ? bBackward : bForward, pair, btf);
  }
  const row = Int32Array.from(keys, (key) => Math.floor(key / size));
  const column = Int32Array.from(keys, (key) => key % size);
  return { pattern: { size, row, column }, g, b, gForward, bForward, gBackward, bBackward };
}

const pairKey = (from: number, to: number, size: number): number =>
  Math.min(from, to) * size + Math.max(from, to);

/** Value at a position that the caller knows to exist. */
export const get = (values: Float64Array | Int32Array | Int8Array, position: number): number =>
  values[position] ?? 0;

export function add(values: Float64Array, position: number, amount: number): void {
  values[position] = get(values, position) + amount;
}
