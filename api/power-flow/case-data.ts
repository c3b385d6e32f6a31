/** A whole case as the checks read it; a value that is null, missing or not finite is a finding of theirs. */
import type { ElementId } from './finding.ts';

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
