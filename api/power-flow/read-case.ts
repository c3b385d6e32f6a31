/** Reads a stored network or a MATPOWER case as the elements in service that the checks use. */
import { knownAt } from '../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import { BRANCH, BUS, GEN } from '../formats/matpower/caseformat.ts';
import type { MatpowerCase, Matrix } from '../formats/matpower/parse-matpower.ts';
import type { Bus, Generator, Line, Named } from './elements.ts';
import type { ElementId } from './findings.ts';

export interface CaseData {
  readonly buses: readonly Bus[];
  readonly lines: readonly (Named<Line> & { readonly type?: string })[];
  readonly generators: readonly (Named<Generator> & { readonly bus: ElementId })[];
}

/**
 * Converts a network. Its branches between two voltage levels count as transformers, because a network does not mark
 * transformers.
 */
export function caseOfNetwork({ buses, lines, generators }: NetworkContent): CaseData {
  const kvOf = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return {
    buses: buses.map(({ id, v_nom_kv }) => ({ id, v_nom_kv })),
    lines: lines
      .filter(({ in_service }) => in_service)
      .map(({ id, from_bus, to_bus, r_ohm, x_ohm, s_nom_mva }) => ({
        id,
        from_bus,
        to_bus,
        r_ohm,
        x_ohm,
        s_nom_mva,
        ...(kvOf.get(from_bus) !== kvOf.get(to_bus) && { type: 'transformer' }),
      })),
    generators: generators.map(({ name, bus, p_min, p_max }) => ({
      id: name,
      bus,
      p_min_mw: p_min,
      p_max_mw: p_max,
    })),
  };
}

/** Converts a MATPOWER case. Elements are numbered in the order of the file: L1, L2, ..., G1, G2, ... */
export function caseOfMatpower({ baseMva, bus, gen, branch }: MatpowerCase): CaseData {
  const kvOf = new Map(bus.map((row) => [row[BUS.id], row[BUS.baseKv] ?? 0]));
  return {
    buses: bus.map((row) => ({
      id: knownAt(row, BUS.id),
      v_nom_kv: knownAt(row, BUS.baseKv),
      v_pu: knownAt(row, BUS.vm),
      angle_deg: knownAt(row, BUS.va),
      v_min_pu: knownAt(row, BUS.vmin),
      v_max_pu: knownAt(row, BUS.vmax),
    })),
    lines: branch.flatMap((row, i) => (knownAt(row, BRANCH.status) > 0 ? [line(row, i)] : [])),
    generators: gen.flatMap((row, i) => (knownAt(row, GEN.status) > 0 ? [generator(row, i)] : [])),
  };

  function line(row: Matrix[number], i: number): CaseData['lines'][number] {
    const from = knownAt(row, BRANCH.from);
    const ohmPerUnit = (kvOf.get(from) ?? 0) ** 2 / baseMva;
    const ohm = (perUnit: number): number | null => (ohmPerUnit > 0 ? perUnit * ohmPerUnit : null);
    const isTransformer = knownAt(row, BRANCH.tap) !== 0 || knownAt(row, BRANCH.shift) !== 0;
    return {
      id: `L${i + 1}`,
      from_bus: from,
      to_bus: knownAt(row, BRANCH.to),
      r_ohm: ohm(knownAt(row, BRANCH.r)),
      x_ohm: ohm(knownAt(row, BRANCH.x)),
      s_nom_mva: knownAt(row, BRANCH.rateA),
      ...(isTransformer && { type: 'transformer' }),
    };
  }
}

const generator = (row: Matrix[number], i: number): CaseData['generators'][number] => ({
  id: `G${i + 1}`,
  bus: knownAt(row, GEN.bus),
  p_mw: knownAt(row, GEN.pg),
  q_mvar: knownAt(row, GEN.qg),
  p_max_mw: knownAt(row, GEN.pmax),
  p_min_mw: knownAt(row, GEN.pmin),
  q_max_mvar: knownAt(row, GEN.qmax),
  q_min_mvar: knownAt(row, GEN.qmin),
});
