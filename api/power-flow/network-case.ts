/** A network as clients store it -> the elements in service as the checks read them. */
import type { NetworkContent } from '../../temporal/messages/network-record.ts';
import type { CaseData } from './case-data.ts';

/** A network has no transformers of a kind of their own: what joins two voltage levels is one. */
export function toCase({ buses, lines, generators }: NetworkContent): CaseData {
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
