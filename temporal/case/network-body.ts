/** A network as clients submit it; fields that can be computed from other fields may be omitted. */
import { array, boolean, type InferType, object, string } from 'yup';
import { varying } from './elements/attribute.ts';
import { ELEMENTS } from './elements/index.ts';
import { curveMw } from './elements/reserve.ts';
import { finite, optionalQuantity } from './elements/units.ts';
import {
  BUS_TYPES,
  busSchema,
  DEFAULT_BASE_MVA,
  MAX_ELEMENTS,
  MAX_PRODUCTS,
  type NetworkContent,
  type NetworkLine,
  networkContentSchema,
  networkDcLineSchema,
  networkLineSchema,
} from './network-schema.ts';

const DEFAULT_FREQUENCY_HZ = 60;

const bus = busSchema.shape({
  name: string().min(1).max(200).optional().meta({ description: 'Default: `Bus` and its number' }),
  type: string().oneOf(BUS_TYPES).default('pq'),
});

const line = networkLineSchema.shape({
  r_ohm: optionalQuantity('ohm', 'Series resistance at the voltage of from_bus; default 0').min(0),
  x_ohm: optionalQuantity('ohm', 'Series reactance at the voltage of from_bus; this or x_pu'),
  x_pu: optionalQuantity('pu', 'Series reactance on base_mva and the voltage of from_bus; this or x_ohm'),
  s_nom_mva: finite()
    .moreThan(0)
    .nullable()
    .default(null)
    .meta({ unit: 'MVA', description: 'Normal rating; null = unlimited' }),
  in_service: boolean().default(true),
});

const dcLine = networkDcLineSchema.shape({ in_service: boolean().default(true) });

const reserve = object(ELEMENTS.reserves.inNetwork).shape({
  mw: varying('MW', 'Requirement, one number or one per hour; this or demand_curve'),
});

const text = (longest: number) => string().max(longest).nullable().optional();

export const networkBody = networkContentSchema.shape({
  name: string().min(1).max(200).optional().meta({ description: 'Default: the id' }),
  description: text(2000),
  source: text(2000),
  license: text(200),
  base_mva: finite().moreThan(0).default(DEFAULT_BASE_MVA).meta({ unit: 'MVA' }),
  nominal_frequency_hz: finite().moreThan(0).default(DEFAULT_FREQUENCY_HZ).meta({ unit: 'Hz' }),
  buses: array(bus).min(1).required(),
  lines: array(line).required(),
  dc_lines: array(dcLine).max(MAX_ELEMENTS).optional(),
  reserves: array(reserve).max(MAX_PRODUCTS).optional(),
});
export type NetworkBody = InferType<typeof networkBody>;

/** Fills in the omitted fields. */
export function toNetworkContent(body: NetworkBody): NetworkContent {
  const { base_mva, nominal_frequency_hz, buses, lines, generators, loads } = body;
  const { series_start, time_zone, dc_lines, interfaces, phase_shifters } = body;
  const { renewables, storage, reserves, fuels, bids, demand_response } = body;
  const ohmPerUnit = new Map(buses.map(({ id, v_nom_kv }) => [id, v_nom_kv ** 2 / base_mva]));
  return {
    base_mva,
    nominal_frequency_hz,
    buses: buses.map((bus) => ({ ...bus, name: bus.name ?? `Bus ${bus.id}` })),
    lines: lines.map((line) => toLine(line, ohmPerUnit.get(line.from_bus) ?? 1)),
    generators,
    loads,
    series_start,
    time_zone,
    dc_lines,
    interfaces,
    phase_shifters,
    renewables,
    storage,
    reserves: reserves?.map((product) => ({
      ...product,
      mw: product.mw ?? curveMw(product.demand_curve ?? []),
    })),
    fuels,
    bids,
    demand_response,
  };
}

/**
 * Converts a line, with x_pu = x_ohm * base_mva / kV^2. If both are given, x_pu is used, because flows are computed
 * from it and x_ohm may be rounded.
 */
function toLine({ ratings_mva, ...line }: NetworkBody['lines'][number], ohmPerUnit: number): NetworkLine {
  const x_pu = line.x_pu ?? (line.x_ohm ?? 0) / ohmPerUnit;
  const x_ohm = line.x_ohm ?? x_pu * ohmPerUnit;
  return { ...line, r_ohm: line.r_ohm ?? 0, x_ohm, x_pu, ...(ratings_mva && { ratings_mva }) };
}
