/** A MATPOWER case as the checks read it. */
import { BRANCH, BUS, GEN } from '../formats/matpower/caseformat.ts';
import type { MatpowerCase, Matrix } from '../formats/matpower/parse-matpower.ts';
import type { CaseData } from './case-data.ts';

/** The elements in service, numbered in the order of the file: L1, L2, ..., G1, G2, ... */
export function caseOfMatpower({ baseMva, bus, gen, branch }: MatpowerCase): CaseData {
  const kvOf = new Map(bus.map((row) => [row[BUS.id], row[BUS.baseKv] ?? 0]));
  return {
    buses: bus.map((row) => ({
      id: at(row, BUS.id),
      v_nom_kv: at(row, BUS.baseKv),
      v_pu: at(row, BUS.vm),
      angle_deg: at(row, BUS.va),
      v_min_pu: at(row, BUS.vmin),
      v_max_pu: at(row, BUS.vmax),
    })),
    lines: branch.flatMap((row, i) => (at(row, BRANCH.status) > 0 ? [line(row, i)] : [])),
    generators: gen.flatMap((row, i) => (at(row, GEN.status) > 0 ? [generator(row, i)] : [])),
  };

  function line(row: Matrix[number], i: number): CaseData['lines'][number] {
    const from = at(row, BRANCH.from);
    const ohmPerUnit = (kvOf.get(from) ?? 0) ** 2 / baseMva;
    const ohm = (perUnit: number): number | null => (ohmPerUnit > 0 ? perUnit * ohmPerUnit : null);
    const isTransformer = at(row, BRANCH.tap) !== 0 || at(row, BRANCH.shift) !== 0;
    return {
      id: `L${i + 1}`,
      from_bus: from,
      to_bus: at(row, BRANCH.to),
      r_ohm: ohm(at(row, BRANCH.r)),
      x_ohm: ohm(at(row, BRANCH.x)),
      s_nom_mva: at(row, BRANCH.rateA),
      ...(isTransformer && { type: 'transformer' }),
    };
  }
}

const generator = (row: Matrix[number], i: number): CaseData['generators'][number] => ({
  id: `G${i + 1}`,
  bus: at(row, GEN.bus),
  p_mw: at(row, GEN.pg),
  q_mvar: at(row, GEN.qg),
  p_max_mw: at(row, GEN.pmax),
  p_min_mw: at(row, GEN.pmin),
  q_max_mvar: at(row, GEN.qmax),
  q_min_mvar: at(row, GEN.qmin),
});

/** The parser has seen to it that every row is long enough. */
const at = (row: readonly number[], column: number): number => row[column] ?? Number.NaN;
