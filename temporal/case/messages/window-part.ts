/**
 * What the kept hours of one window come to, in the terms of a report: computed once when the window is closed, so that a
 * report of a year adds up some hundred small records. Sums are not rounded. Survives JSON. Each figure is named once, in the
 * order and the words of a report; a new one gets its value in `temporal/case/report`.
 */
import { number } from 'yup';
import { finite, quantity } from '../elements/units.ts';

const hours = (description: string) => quantity('h', description).min(0);

/** Output of a unit; a figure that does not apply is absent. */
export const outputFields = {
  generation_mwh: quantity('MWh', 'Energy; of storage what it gave less what it took'),
  available_mwh: quantity('MWh', 'Of renewables: what could have been taken'),
  curtailed_mwh: quantity('MWh', 'Of renewables: what was not taken'),
  hours_on: hours('Hours on, of thermal units'),
  starts: number().required(),
};
/** Absent where it is not known. */
export const fuelFields = {
  fuel_mmbtu: finite().nullable().defined().meta({ description: 'MMBtu; null where no heat rate is known' }),
  co2_t: finite()
    .nullable()
    .defined()
    .meta({ unit: 't', description: 'CO2; null where nothing is known of it' }),
};
export const costFields = {
  energy_usd: quantity('$', 'Cost of energy'),
  no_load_usd: quantity('$', 'Cost of being on'),
  startup_usd: quantity('$', 'Cost of starts'),
  shutdown_usd: quantity('$', 'Cost of stops'),
};
export const revenueFields = {
  revenue_usd: quantity('$', 'At the prices of their buses; of storage less what charging costs'),
  reserve_revenue_usd: quantity('$', 'For reserve, at the prices of the products'),
};
export const storageFields = {
  charged_mwh: quantity('MWh', 'Taken from the network by storage'),
  discharged_mwh: quantity('MWh', 'Given to the network by storage'),
};

/**
 * A line binds in the base case or after a contingency. Its rent is the shadow price times the flow that injections make,
 * over all of its limits that bind; that of a DC line what arrives less what is sent, at the prices of its ends.
 */
export const lineFields = {
  binding_hours: hours('In which a limit binds, in the base case or after a contingency'),
  congestion_rent_usd: quantity('$', 'Shadow price times flow'),
  overflow_mwh: quantity('MWh', 'Flow above a soft limit'),
};
export const reserveFields = {
  required_mwh: quantity('MWh', 'Requirement over all hours'),
  held_mwh: quantity('MWh', 'Reserve held'),
  shortage_mwh: quantity('MWh', 'Reserve that was missing'),
  short_hours: hours('With some missing'),
  payment_usd: quantity('$', 'Price times what is held'),
};
/** What is demanded, paid and missing at a bus. */
export const busFields = {
  load_mwh: quantity('MWh', 'Energy demanded'),
  unserved_mwh: quantity('MWh', 'Energy not supplied'),
  load_payment_usd: quantity('$', 'For the load that was served, at the prices of its buses'),
};
export const penaltyFields = {
  unserved_usd: quantity('$', 'Penalty of energy not supplied'),
  reserve_shortage_usd: quantity('$', 'Penalty of missing reserve'),
  overflow_usd: quantity('$', 'Penalty of flow above soft limits'),
};

/** What a schedule costs and leaves undone in some hours. */
export const undoneFields = {
  penalty_usd: quantity('$', 'Penalties of soft limits: unserved load, reserve short, limits exceeded'),
  load_mwh: quantity('MWh', 'Energy demanded'),
  unserved_mwh: quantity('MWh', 'Energy not supplied'),
  curtailed_mwh: quantity('MWh', 'Of renewables: what was not taken, what was spilled included'),
};
/** Settlement of a unit, or of the load of a bus, which pays. */
export const settledFields = {
  day_ahead_mwh: quantity('MWh', 'Planned'),
  real_time_mwh: quantity('MWh', 'Dispatched on what came'),
  day_ahead_usd: quantity('$', 'What was planned, at day-ahead prices'),
  balancing_usd: quantity('$', 'What differs from it, hour by hour at the prices of real time'),
};

type Figures<Fields> = { readonly [Name in keyof Fields]: number };

export type UnitFigures = Pick<Figures<typeof outputFields>, 'generation_mwh'> &
  Figures<typeof costFields & typeof revenueFields> &
  Partial<Figures<typeof outputFields & typeof fuelFields & typeof storageFields>>;
/** Energy: what the power of a DC line that has a price costs. */
export type LineFigures = Figures<typeof lineFields> &
  Partial<Pick<Figures<typeof costFields>, 'energy_usd'>>;
export type ReserveFigures = Figures<typeof reserveFields>;
export type BusFigures = Figures<typeof busFields>;
export type MarketFigures = Figures<typeof costFields & typeof undoneFields>;
export type SettledFigures = Figures<typeof settledFields>;

export interface SystemFigures extends Figures<typeof penaltyFields> {
  readonly losses_mwh: number;
  /** $: what energy costs and losses earn. */
  readonly loss_rent_usd: number;
  /** h */
  readonly hours_without_prices: number;
  /** h in which load is not served, wherever. */
  readonly unserved_hours: number;
}

/** The hours of one day. */
export interface DayPart {
  /** `2020-07-05`; null when the network says no date. */
  readonly date: string | null;
  /** Hour of the run, 0-based. */
  readonly first_hour: number;
  readonly hours: number;
  readonly units: Readonly<Record<string, UnitFigures>>;
  readonly lines: Readonly<Record<string, LineFigures>>;
  readonly reserves: Readonly<Record<string, ReserveFigures>>;
  /** By number of the bus. */
  readonly buses: Readonly<Record<string, BusFigures>>;
  readonly system: SystemFigures;
}

/** Hours of real time beside those of day-ahead. */
export interface SettlementPart {
  /** Units with energy. */
  readonly units: Readonly<Record<string, SettledFigures>>;
  /** By number of the bus. */
  readonly loads: Readonly<Record<string, SettledFigures>>;
  readonly real_time: MarketFigures;
  /** Absent without a schedule. */
  readonly day_ahead?: MarketFigures;
  /** Starts that were not planned for their hour. */
  readonly quick_starts: number;
  /** Load-weighted over buses, of each hour; null without load or prices. */
  readonly day_ahead_lmp_usd_per_mwh: readonly (number | null)[];
}

export interface WindowPart {
  readonly days: readonly DayPart[];
  /** Load of each kept hour. */
  readonly load_mw: readonly number[];
  /** Load-weighted over buses; null in an hour without load or prices. */
  readonly average_lmp_usd_per_mwh: readonly (number | null)[];
  /** $: load payment - (revenue + congestion rent + loss rent), which prices and shadow prices make 0. */
  readonly settlement_residual_usd: number;
  /** What the verifier said of the whole window, look-ahead included; absent in parts of before it was kept. */
  readonly certificate?: PartCertificate;
  /** Settlement of windows of real time. */
  readonly settlement?: SettlementPart;
}

export interface PartCertificate {
  readonly verified: boolean;
  /** Share of its tolerance to which the worst check goes. */
  readonly violation: number;
  /** Proven by the solver, and without it; null where nothing is. */
  readonly mip_gap: number | null;
  readonly independent_gap: number | null;
}
