/** A whole case as the checks read it. Values may be missing, null or NaN: the checks find that out. */
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { ElementId } from './findings.ts';

type Value = number | null | undefined;

export interface CaseBus {
  readonly id: ElementId;
  readonly v_nom_kv: Value;
  readonly v_pu?: Value;
  readonly angle_deg?: Value;
  readonly v_min_pu?: Value;
  readonly v_max_pu?: Value;
}

export interface CaseLine {
  readonly id: ElementId;
  readonly from_bus: ElementId;
  readonly to_bus: ElementId;
  readonly r_ohm: Value;
  readonly x_ohm: Value;
  readonly s_nom_mva?: Value;
  readonly type?: string;
}

export interface CaseGenerator {
  readonly id: ElementId;
  readonly bus: ElementId;
  readonly p_min_mw: Value;
  readonly p_max_mw: Value;
  readonly p_mw?: Value;
  readonly q_mvar?: Value;
  readonly q_min_mvar?: Value;
  readonly q_max_mvar?: Value;
}

export interface CaseData {
  readonly buses: readonly CaseBus[];
  readonly lines: readonly CaseLine[];
  readonly generators: readonly CaseGenerator[];
}

/** The elements in service of a network. What joins two voltage levels is a transformer: a network does not say so. */
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
