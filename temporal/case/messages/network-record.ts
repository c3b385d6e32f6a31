/**
 * A stored network as clients see it: buses, lines, units and their loads, without a horizon. The hourly
 * series of loads and units may hold fewer hours than a run; they then repeat cyclically.
 */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { ratingProfiles } from './network.ts';
import {
  fuelSchema,
  networkGeneratorSchema,
  networkLoadSchema,
  networkRenewableSchema,
  networkReserveSchema,
  networkStorageSchema,
} from './network-units.ts';
import { MAX_GENERATORS } from './payload.ts';
import { recordFields, versionListSchema } from './stored-records.ts';
import { finite, isoDate, optionalQuantity, quantity } from './units.ts';

export const BUS_TYPES = ['slack', 'pv', 'pq'] as const;
export const DEFAULT_BASE_MVA = 100;

export const MAX_ELEMENTS = 5000;
/** Reserve products, and fuels. */
const MAX_PRODUCTS = 1000;

export const busSchema = object({
  id: number().integer().required().meta({ description: 'Bus number' }),
  name: string().required(),
  v_nom_kv: quantity('kV', 'Nominal voltage, line to line').moreThan(0),
  type: string()
    .oneOf(BUS_TYPES)
    .required()
    .meta({ description: 'What AC power flow holds fixed at this bus' }),
  area: string().max(100).optional(),
  zone: string().max(100).optional(),
  latitude: optionalQuantity('deg', 'North of the equator').min(-90).max(90),
  longitude: optionalQuantity('deg', 'East of Greenwich').min(-180).max(180),
});
export type Bus = InferType<typeof busSchema>;

const rating = (season: string) => quantity('MVA', `Rating in ${season}`).moreThan(0);

export const networkLineSchema = object({
  id: string().required().meta({ description: 'Unique line identifier' }),
  from_bus: number().integer().required(),
  to_bus: number().integer().required(),
  r_ohm: quantity('ohm', 'Series resistance at the voltage of from_bus').min(0),
  x_ohm: quantity('ohm', 'Series reactance at the voltage of from_bus'),
  x_pu: quantity('pu', 'Series reactance on base_mva and the voltage of from_bus'),
  s_nom_mva: finite()
    .moreThan(0)
    .nullable()
    .defined()
    .meta({ unit: 'MVA', description: 'Normal rating; null = unlimited' }),
  s_emergency_mva: optionalQuantity(
    'MVA',
    'Rating after the loss of another line; default s_nom_mva',
  ).moreThan(0),
  ...ratingProfiles,
  length_km: optionalQuantity('km', 'Length').moreThan(0),
  ratings_mva: object({
    summer: rating('summer'),
    winter: rating('winter'),
    spring_fall: rating('spring and fall'),
  })
    .optional()
    .default(undefined),
  in_service: boolean().required(),
  tap_ratio: finite()
    .moreThan(0)
    .optional()
    .meta({ description: 'Voltage ratio of a transformer at from_bus, default 1' }),
  phase_shift_deg: optionalQuantity('deg', 'Phase shift at from_bus, default 0'),
  penalty_usd_per_mwh: optionalQuantity('$/MWh', 'Makes the rating soft; absent = hard').min(0),
});
export type NetworkLine = InferType<typeof networkLineSchema>;

export const dcLineSchema = object({
  id: string().required().meta({ description: 'Unique among all lines' }),
  from_bus: number().integer().required(),
  to_bus: number().integer().required(),
  p_min_mw: quantity('MW', 'Least flow from from_bus to to_bus; negative: the other way'),
  p_max_mw: quantity('MW', 'Largest flow from from_bus to to_bus'),
  in_service: boolean().required(),
});

/** What is versioned of a network. */
export const networkContentSchema = object({
  base_mva: quantity('MVA', 'Base of per-unit values').moreThan(0),
  nominal_frequency_hz: quantity('Hz', 'Nominal frequency').moreThan(0),
  buses: array(busSchema).min(1).required(),
  lines: array(networkLineSchema).required(),
  generators: array(networkGeneratorSchema).max(MAX_GENERATORS).required(),
  loads: array(networkLoadSchema).required().meta({ description: 'Series repeat when a run is longer' }),
  series_start: isoDate(
    'First hour of all series, local time of time_zone unless it has an offset',
  ).optional(),
  time_zone: string()
    .max(100)
    .optional()
    .meta({ description: 'IANA name or offset from UTC, such as America/Phoenix or -07:00; default UTC' }),
  dc_lines: array(dcLineSchema).max(MAX_ELEMENTS).optional().meta({ description: 'Flows that are set' }),
  renewables: array(networkRenewableSchema).max(MAX_ELEMENTS).optional(),
  storage: array(networkStorageSchema).max(MAX_ELEMENTS).optional(),
  reserves: array(networkReserveSchema).max(MAX_PRODUCTS).optional(),
  fuels: array(fuelSchema).max(MAX_PRODUCTS).optional(),
}).meta({ unknownFields: 'kept' });
export type NetworkContent = InferType<typeof networkContentSchema>;

export const networkSummarySchema = object({
  network_id: string().required(),
  name: string().required(),
  description: string().nullable().defined(),
  source: string().nullable().defined().meta({ description: 'Where the data come from' }),
  license: string().nullable().defined(),
  ...recordFields(),
});
export type NetworkSummary = InferType<typeof networkSummarySchema>;

export const networkSchema = networkSummarySchema
  .shape({ versions: versionListSchema })
  .concat(networkContentSchema);
export type Network = InferType<typeof networkSchema>;
