/**
 * A stored network as clients see it, built from the table of elements: buses, lines, units and loads, without a
 * horizon. Hourly series that are shorter than a run are repeated.
 */
import { array, type InferType, mixed, number, object, string } from 'yup';
import { ELEMENTS } from './elements/index.ts';
import { isoDate, optionalQuantity, quantity } from './elements/units.ts';
import { MAX_GENERATORS } from './schema.ts';

export const BUS_TYPES = ['slack', 'pv', 'pq'] as const;
export const DEFAULT_BASE_MVA = 100;

export const MAX_ELEMENTS = 5000;
/** Maximum number of reserve products, and of fuels, of a network. */
export const MAX_PRODUCTS = 1000;

export const busSchema = object({
  id: number().integer().required().meta({ description: 'Bus number' }),
  name: string().required(),
  v_nom_kv: quantity('kV', 'Nominal voltage, line to line').moreThan(0),
  type: string()
    .oneOf(BUS_TYPES)
    .required()
    .meta({ description: 'Quantities that AC power flow holds fixed at this bus' }),
  area: string().max(100).optional(),
  zone: string().max(100).optional(),
  latitude: optionalQuantity('deg', 'North of the equator').min(-90).max(90),
  longitude: optionalQuantity('deg', 'East of Greenwich').min(-180).max(180),
});
export type Bus = InferType<typeof busSchema>;

export const MONTHS = 12;

const isPrice = (value: unknown): value is number | number[] =>
  Number.isFinite(value) || (Array.isArray(value) && value.every(Number.isFinite));

const fuelSchema = object({
  name: string().required(),
  price_usd_per_mmbtu: mixed<number | number[]>(isPrice)
    .required()
    .meta({
      unit: '$/MMBtu',
      description: 'One number, 12 by month, or one per hour of the series',
      oneOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
    }),
  co2_t_per_mmbtu: optionalQuantity('t/MMBtu', 'CO2 of burning it').min(0),
});

const networkGeneratorSchema = object(ELEMENTS.generators.inNetwork);
export type NetworkGenerator = InferType<typeof networkGeneratorSchema>;
export const networkLineSchema = object(ELEMENTS.transmission_lines.inNetwork);
export type NetworkLine = InferType<typeof networkLineSchema>;
export const networkDcLineSchema = object(ELEMENTS.dc_lines.inNetwork);
const networkRenewableSchema = object(ELEMENTS.renewables.inNetwork);
export type NetworkRenewable = InferType<typeof networkRenewableSchema>;

/** The part of a network that is versioned. */
export const networkContentSchema = object({
  base_mva: quantity('MVA', 'Base of per-unit values').moreThan(0),
  nominal_frequency_hz: quantity('Hz', 'Nominal frequency').moreThan(0),
  buses: array(busSchema).min(1).required(),
  lines: array(networkLineSchema).required(),
  generators: array(networkGeneratorSchema).max(MAX_GENERATORS).required(),
  loads: array(object(ELEMENTS.loads.inNetwork))
    .required()
    .meta({ description: 'Loads, whose series repeat if a run is longer' }),
  series_start: isoDate(
    'First hour of all series, local time of time_zone unless it has an offset',
  ).optional(),
  time_zone: string()
    .max(100)
    .optional()
    .meta({ description: 'IANA name or offset from UTC, such as America/Phoenix or -07:00; default UTC' }),
  dc_lines: array(networkDcLineSchema)
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'Lines with controlled power' }),
  interfaces: array(object(ELEMENTS.interfaces.inNetwork))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'Limits of the weighted sum of the flows of several lines' }),
  phase_shifters: array(object(ELEMENTS.phase_shifters.inNetwork))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'Lines whose phase shift is decided' }),
  renewables: array(networkRenewableSchema).max(MAX_ELEMENTS).optional(),
  storage: array(object(ELEMENTS.storage.inNetwork)).max(MAX_ELEMENTS).optional(),
  reserves: array(object(ELEMENTS.reserves.inNetwork)).max(MAX_PRODUCTS).optional(),
  fuels: array(fuelSchema).max(MAX_PRODUCTS).optional(),
  bids: array(object(ELEMENTS.bids.inNetwork))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'Bids, offered anew in each window of a run, and in real time' }),
  demand_response: array(object(ELEMENTS.demand_response.inNetwork))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'Load that may be reduced at a cost' }),
}).meta({ unknownFields: 'kept' });
export type NetworkContent = InferType<typeof networkContentSchema>;
