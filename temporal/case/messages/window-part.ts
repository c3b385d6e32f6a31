/**
 * Report figures of the kept hours of one window. They are computed once, when the window is closed, so that the report
 * of a year only adds up some hundred small records. Sums are not rounded. All values can be written as JSON without
 * loss. The tables below define each figure once, in the order and wording of reports; `temporal/case/report` computes
 * the figures.
 */
import { number } from 'yup';
import { finite, quantity } from '../elements/units.ts';

const hours = (description: string) => quantity('h', description).min(0);

/** Figures of a unit's output; figures that do not apply are absent. */
export const outputFields = {
  generation_mwh: quantity('MWh', 'Energy; for storage discharge less charge'),
  available_mwh: quantity('MWh', 'Available energy of renewables'),
  curtailed_mwh: quantity('MWh', 'Curtailed energy of renewables'),
  hours_on: hours('Hours on, of thermal units'),
  starts: number().required(),
};
/** Fuel and CO2; absent if unknown. */
export const fuelFields = {
  fuel_mmbtu: finite().nullable().defined().meta({ description: 'MMBtu; null without heat rates' }),
  co2_t: finite().nullable().defined().meta({ unit: 't', description: 'CO2; null if unknown' }),
};
export const costFields = {
  energy_usd: quantity('$', 'Cost of energy'),
  no_load_usd: quantity('$', 'Cost of being on'),
  startup_usd: quantity('$', 'Cost of starts'),
  shutdown_usd: quantity('$', 'Cost of stops'),
};
export const revenueFields = {
  revenue_usd: quantity('$', 'Revenue at the prices of their buses; for storage less the cost of charging'),
  reserve_revenue_usd: quantity('$', 'For reserve, at the prices of the products'),
};
export const storageFields = {
  charged_mwh: quantity('MWh', 'Taken from the network by storage'),
  discharged_mwh: quantity('MWh', 'Given to the network by storage'),
};

/**
 * Figures of a line. A line may bind in normal operation or after a contingency. Its rent is the shadow price times the
 * flow from injections, summed over all of its binding limits. The rent of a DC line is the value of the received power
 * minus the value of the sent power, at the prices of its two ends.
 */
export const lineFields = {
  binding_hours: hours('Hours in which a limit binds, in the base case or after a contingency'),
  congestion_rent_usd: quantity('$', 'Shadow price times flow'),
  overflow_mwh: quantity('MWh', 'Flow above a soft limit'),
};
export const reserveFields = {
  required_mwh: quantity('MWh', 'Requirement over all hours'),
  held_mwh: quantity('MWh', 'Reserve held'),
  shortage_mwh: quantity('MWh', 'Reserve that was missing'),
  short_hours: hours('With some missing'),
  payment_usd: quantity('$', 'Reserve price times reserve provided'),
};
/** Load, payments and shortages at a bus. */
export const busFields = {
  load_mwh: quantity('MWh', 'Energy demanded'),
  unserved_mwh: quantity('MWh', 'Energy not supplied'),
  load_payment_usd: quantity('$', 'Payment of the served load, at the prices of its buses'),
};
export const penaltyFields = {
  unserved_usd: quantity('$', 'Penalty of energy not supplied'),
  reserve_shortage_usd: quantity('$', 'Penalty of missing reserve'),
  overflow_usd: quantity('$', 'Penalty of flow above soft limits'),
};

/** Penalties, unserved load and other violations of a schedule in the hours of the part. */
export const undoneFields = {
  penalty_usd: quantity('$', 'Penalties of soft limits: unserved load, reserve short, limits exceeded'),
  load_mwh: quantity('MWh', 'Energy demanded'),
  unserved_mwh: quantity('MWh', 'Energy not supplied'),
  curtailed_mwh: quantity('MWh', 'Curtailed energy of renewables, spilled energy included'),
};
/** Settlement of a unit or of the load at a bus. Amounts in $ are earnings of the unit, but payments of the load. */
export const settledFields = {
  day_ahead_mwh: quantity('MWh', 'Day-ahead energy'),
  real_time_mwh: quantity('MWh', 'Energy dispatched in real time'),
  day_ahead_usd: quantity('$', 'Day-ahead energy at day-ahead prices'),
  balancing_usd: quantity('$', 'What differs from it, hour by hour at the prices of real time'),
};

type Figures<Fields> = { readonly [Name in keyof Fields]: number };

export type UnitFigures = Pick<Figures<typeof outputFields>, 'generation_mwh'> &
  Figures<typeof costFields & typeof revenueFields> &
  Partial<Figures<typeof outputFields & typeof fuelFields & typeof storageFields>>;
/** Figures of a line. `energy`: cost of the power of a DC line whose use has a price. */
export type LineFigures = Figures<typeof lineFields> &
  Partial<Pick<Figures<typeof costFields>, 'energy_usd'>>;
export type ReserveFigures = Figures<typeof reserveFields>;
export type BusFigures = Figures<typeof busFields>;
export type MarketFigures = Figures<typeof costFields & typeof undoneFields>;
export type SettledFigures = Figures<typeof settledFields>;

export interface SystemFigures extends Figures<typeof penaltyFields> {
  readonly losses_mwh: number;
  /** Payments of loads minus earnings of units, for the energy and loss components of prices, $. */
  readonly loss_rent_usd: number;
  /** Cost of accepted supply and of reduced load, $. The next field: value of accepted demand, $. */
  readonly energy_usd?: number;
  readonly bid_value_usd?: number;
  /** Number of hours without prices. */
  readonly hours_without_prices: number;
  /** Number of hours in which load anywhere in the system is not served. */
  readonly unserved_hours: number;
}

/** Figures of the hours of one day. */
export interface DayPart {
  /** Date, such as `2020-07-05`; null if the network has no dates. */
  readonly date: string | null;
  /** First hour of the day, counted from the start of the run, 0-based. */
  readonly first_hour: number;
  readonly hours: number;
  readonly units: Readonly<Record<string, UnitFigures>>;
  readonly lines: Readonly<Record<string, LineFigures>>;
  readonly reserves: Readonly<Record<string, ReserveFigures>>;
  /** Bus number -> figures. */
  readonly buses: Readonly<Record<string, BusFigures>>;
  readonly system: SystemFigures;
}

/** Settlement of real-time hours against the day-ahead schedule. */
export interface SettlementPart {
  /** Settlement of units that have energy. */
  readonly units: Readonly<Record<string, SettledFigures>>;
  /** Bus number -> figures. */
  readonly loads: Readonly<Record<string, SettledFigures>>;
  readonly real_time: MarketFigures;
  /** Day-ahead figures of the same hours; absent without a day-ahead schedule. */
  readonly day_ahead?: MarketFigures;
  /** Number of real-time starts in hours in which the day-ahead schedule has no start of the unit. */
  readonly quick_starts: number;
  /** Day-ahead mean price over buses by hour, weighted by load, $/MWh; null without load or prices. */
  readonly day_ahead_lmp_usd_per_mwh: readonly (number | null)[];
}

export interface WindowPart {
  readonly days: readonly DayPart[];
  /** Load of each kept hour, MW. */
  readonly load_mw: readonly number[];
  /** Mean price over buses of each kept hour, weighted by load, $/MWh; null in an hour without load or prices. */
  readonly average_lmp_usd_per_mwh: readonly (number | null)[];
  /** Load payment minus (revenue + congestion rent + loss rent), $. In theory 0 for exact prices and shadow prices. */
  readonly settlement_residual_usd: number;
  /** Certificate of the whole window, look-ahead included; absent from parts of older versions. */
  readonly certificate?: PartCertificate;
  /** Settlement of real-time windows. */
  readonly settlement?: SettlementPart;
}

export interface PartCertificate {
  readonly verified: boolean;
  /** Violation of the worst check, relative to its tolerance. */
  readonly violation: number;
  /**
   * Relative gap to the solver's bound. The next field: relative gap to the verifier's bound. Null without a proven
   * bound.
   */
  readonly mip_gap: number | null;
  readonly independent_gap: number | null;
}
