/** Lines and DC lines of a stored network in a payload, and the outages that a secure dispatch survives. */
import type { Contingency, DcLine, Line } from '../../temporal/case/messages/network.ts';
import type { NetworkContent, NetworkLine } from '../../temporal/case/messages/network-record.ts';
import { bridges } from './bridges.ts';

/** Base of per-unit values in payloads. */
const PAYLOAD_MVA = 100;

type LineData = Pick<NetworkContent, 'base_mva' | 'buses' | 'lines'> &
  Pick<Partial<NetworkContent>, 'dc_lines'>;

export interface LineOptions {
  /** Makes the limits soft that have no price of their own, $/MWh. */
  readonly linePenalty?: number | undefined;
  /** Secure against the loss of every line in service that islands no bus. */
  readonly nMinus1?: boolean;
}

export interface PayloadLines {
  readonly transmission_lines: Line[];
  readonly dc_lines?: DcLine[];
  readonly contingencies?: Contingency[];
}

export function payloadLines(network: LineData, { linePenalty, nMinus1 }: LineOptions): PayloadLines {
  const voltages = new Map(network.buses.map(({ id, v_nom_kv }) => [id, v_nom_kv]));
  return {
    transmission_lines: network.lines.map((line) =>
      toLine(line, network.base_mva, voltages.get(line.from_bus), linePenalty),
    ),
    ...(network.dc_lines && { dc_lines: network.dc_lines.map((line) => ({ ...line })) }),
    ...(nMinus1 && { contingencies: lineOutages(network.lines) }),
  };
}

/**
 * Impedances in ohm are on the voltage of `from_bus`: Z_base = V^2 / S, kV^2 / MVA = ohm. Those of a payload are on 100 MVA,
 * which losses and phase shifts count in. In the DC approximation the
 * susceptance of a transformer is 1 / (x tap) (MATPOWER manual, 3.7), so that its reactance is x tap.
 */
function toLine(line: NetworkLine, baseMva: number, kv: number | undefined, linePenalty?: number): Line {
  const { id, from_bus, to_bus, x_pu, x_ohm, r_ohm, s_nom_mva, s_emergency_mva, in_service } = line;
  const { tap_ratio = 1, phase_shift_deg, penalty_usd_per_mwh = s_nom_mva ? linePenalty : undefined } = line;
  const perUnit = (ohm: number): number | undefined =>
    kv === undefined ? undefined : (ohm * PAYLOAD_MVA) / kv ** 2;
  return {
    id,
    from_bus,
    to_bus,
    x_pu: tap_ratio * (x_pu ? x_pu * (PAYLOAD_MVA / baseMva) : (perUnit(x_ohm) ?? 0)),
    r_pu: perUnit(r_ohm),
    rating_mw: s_nom_mva || null,
    ...(s_emergency_mva && { emergency_rating_mw: s_emergency_mva }),
    ...(penalty_usd_per_mwh !== undefined && { penalty_usd_per_mwh }),
    ...(phase_shift_deg && { phase_shift_deg }),
    in_service,
  };
}

function lineOutages(lines: readonly NetworkLine[]): Contingency[] {
  const inService = lines.filter((line) => line.in_service);
  const islanding = bridges(inService);
  return inService
    .filter(({ id }) => !islanding.has(id))
    .map(({ id }) => ({ id: `loss of ${id}`, lines: [id] }));
}
