/** A network as a client sent it -> its content with every field (pure). */

import type { NetworkBody } from '../messages/network-body.ts';
import type { NetworkContent, NetworkLine } from '../messages/network-record.ts';

export function toNetworkContent(body: NetworkBody): NetworkContent {
  const { base_mva, nominal_frequency_hz, generators, loads } = body;
  const ohmPerUnit = new Map(body.buses.map(({ id, v_nom_kv }) => [id, v_nom_kv ** 2 / base_mva]));
  return {
    base_mva,
    nominal_frequency_hz,
    buses: body.buses.map((bus) => ({ ...bus, name: bus.name ?? `Bus ${bus.id}` })),
    lines: body.lines.map((line) => toLine(line, ohmPerUnit.get(line.from_bus) ?? 1)),
    generators,
    loads,
  };
}

/** x_pu = x_ohm * base_mva / kV^2; x_pu is what flows are computed from, so it wins over a rounded x_ohm. */
function toLine({ ratings_mva, ...line }: NetworkBody['lines'][number], ohmPerUnit: number): NetworkLine {
  const x_pu = line.x_pu ?? (line.x_ohm ?? 0) / ohmPerUnit;
  const x_ohm = line.x_ohm ?? x_pu * ohmPerUnit;
  return { ...line, r_ohm: line.r_ohm ?? 0, x_ohm, x_pu, ...(ratings_mva && { ratings_mva }) };
}
