/**
 * What the kept hours of one window come to, in the terms of a report: computed once when the window is closed, so that a
 * report of a year adds up some hundred small records. Sums are not rounded. Survives JSON.
 */

/** Figures that add up, by unit; what does not apply to a unit, or is not known, is absent. */
export interface UnitFigures {
  /** MWh; of storage what it gave less what it took. */
  readonly generation_mwh: number;
  /** $, at the prices of its bus; of storage net of what it paid for charging. */
  readonly revenue_usd: number;
  /** $, for the reserve that it held. */
  readonly reserve_revenue_usd: number;
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  readonly shutdown_usd: number;
  /** h */
  readonly hours_on?: number;
  readonly starts?: number;
  /** Of renewables: what could have been taken, and what was not. */
  readonly available_mwh?: number;
  readonly curtailed_mwh?: number;
  readonly fuel_mmbtu?: number;
  readonly co2_t?: number;
  readonly charged_mwh?: number;
  readonly discharged_mwh?: number;
}

export interface LineFigures {
  /** h in which a limit of the line binds, in the base case or after a contingency. */
  readonly binding_hours: number;
  /** $: shadow price times the flow that injections make over all of its limits that bind; of a DC line price difference times flow. */
  readonly congestion_rent_usd: number;
  readonly overflow_mwh: number;
}

export interface ReserveFigures {
  /** MW x h */
  readonly required_mwh: number;
  readonly held_mwh: number;
  readonly shortage_mwh: number;
  /** h */
  readonly short_hours: number;
  /** $: price times what is held. */
  readonly payment_usd: number;
}

export interface BusFigures {
  readonly load_mwh: number;
  readonly unserved_mwh: number;
  /** $, for what was served. */
  readonly load_payment_usd: number;
}

export interface SystemFigures {
  readonly unserved_usd: number;
  readonly reserve_shortage_usd: number;
  readonly overflow_usd: number;
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

/** What a schedule costs and leaves undone in some hours. */
export interface MarketFigures {
  readonly energy_usd: number;
  readonly no_load_usd: number;
  readonly startup_usd: number;
  readonly shutdown_usd: number;
  readonly penalty_usd: number;
  readonly load_mwh: number;
  readonly unserved_mwh: number;
  readonly curtailed_mwh: number;
}

/** Of a unit, or of the load of a bus, which pays. */
export interface SettledFigures {
  readonly day_ahead_mwh: number;
  readonly real_time_mwh: number;
  /** $: what was planned, at the prices of day-ahead. */
  readonly day_ahead_usd: number;
  /** $: what differs from it, at the prices of real time. */
  readonly balancing_usd: number;
}

/** Hours of real time beside those of day-ahead. */
export interface SettlementPart {
  /** Those with energy. */
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
  /** Of each kept hour. */
  readonly load_mw: readonly number[];
  /** Load-weighted over buses; null in an hour without load or prices. */
  readonly average_lmp_usd_per_mwh: readonly (number | null)[];
  /** $: load payment - (revenue + congestion rent + loss rent), which prices and shadow prices make 0. */
  readonly settlement_residual_usd: number;
  /** What the verifier said of the whole window, look-ahead included; absent in parts of before it was kept. */
  readonly certificate?: PartCertificate;
  /** Of windows of real time. */
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
