/** A network as clients store it -> the elements in service as the checks read them. */
import type { NetworkContent } from '../../temporal/messages/network-record.ts';
import type { CaseData } from './case-data.ts';

export const toCase = ({ buses, lines, generators }: NetworkContent): CaseData => ({
  buses: buses.map(({ id, v_nom_kv }) => ({ id, v_nom_kv })),
  lines: lines
    .filter(({ in_service }) => in_service)
    .map(({ id, from_bus, to_bus, r_ohm, x_ohm, s_nom_mva }) => ({
      ...{ id, from_bus, to_bus, r_ohm, x_ohm },
      s_nom_mva,
      ...(isTransformer(buses, from_bus, to_bus) && { type: 'transformer' }),
    })),
  generators: generators.map(({ name, bus, p_min, p_max }) => ({
    id: name,
    bus,
    p_min_mw: p_min,
    p_max_mw: p_max,
  })),
});

/** A network has no transformers of its own kind: what joins two voltage levels is one. */
function isTransformer(buses: NetworkContent['buses'], from: number, to: number): boolean {
  const kv = (id: number) => buses.find((bus) => bus.id === id)?.v_nom_kv;
  return kv(from) !== kv(to);
}
