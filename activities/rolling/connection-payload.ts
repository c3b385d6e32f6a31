/**
 * A payload with a new connection. Either it serves the connection, or it asks how much each hour alone could serve:
 * a relaxation of the day, in which every unit may be on, costs are 0, and nothing ties an hour to the next.
 */
import type { Connection } from '../../temporal/case/messages/connection.ts';
import type { Bid, DemandResponse, Generator, SolvePayload, Storage } from '../../temporal/case/schema.ts';
import { lossBids } from './loss-bids.ts';

/** Name of the element that stands for the connection in a payload. */
export const CONNECTION = 'new connection';

/** Value of a connected MWh, $/MWh; the next constant: price at which a limit of the base case may be broken. */
export const VALUE_USD_PER_MWH = 100;
const BROKEN_USD_PER_MWH = 100 * VALUE_USD_PER_MWH;

/** The payload with the connection. `first`: first hour of the payload, as an hour of the run. */
export const withConnection = (payload: SolvePayload, connection: Connection, first: number): SolvePayload =>
  connection.asksMost ? askingMost(payload, connection, first) : serving(payload, connection, first);

/** Power of a connection at full use, MW, by hour of the payload. */
export const fullUse = (
  { mw, profile }: Pick<Connection, 'mw' | 'profile'>,
  horizon: number,
  first: number,
): number[] => Array.from({ length: horizon }, (_, t) => mw * (profile[first + t] ?? profile[0] ?? 1));

/**
 * Price at which a run that serves the connection may break a limit, $/MWh: far above the cost of starting units, so
 * that a limit is broken only where it must be.
 */
const UNAVOIDABLE_USD_PER_MWH = 100_000;
/** Penalties of a run up to which it keeps all limits, $. */
export const MOST_PENALTY_USD = 10;

function serving(whole: SolvePayload, connection: Connection, first: number): SolvePayload {
  const payload = withLimitsAt(whole, UNAVOIDABLE_USD_PER_MWH);
  const { bus, kind } = connection;
  const may = new Set(connection.reducible);
  const full = fullUse(connection, payload.horizon, first);
  const firm = full.map((mw, t) => (may.has(first + t) ? 0 : mw));
  if (kind === 'generation') {
    const renewable = { name: CONNECTION, bus, p_min: firm, p_max: full };
    return { ...payload, renewables: [...(payload.renewables ?? []), renewable] };
  }
  const rest = full.map((mw, t) => mw - (firm[t] ?? 0));
  return {
    ...payload,
    loads: [...payload.loads, { bus, values: firm }],
    ...(rest.some((mw) => mw > 0) && {
      bids: [...(payload.bids ?? []), bidOf(connection, rest, VALUE_USD_PER_MWH)],
    }),
  };
}

const bidOf = ({ bus, kind }: Connection, mw: number[], value: number): Bid => ({
  name: CONNECTION,
  bus,
  kind: kind === 'load' ? 'demand' : 'supply',
  blocks: [{ mw, usd_per_mwh: kind === 'load' ? value : -value }],
});

function askingMost(payload: SolvePayload, connection: Connection, first: number): SolvePayload {
  const { horizon, options, ...rest } = withLimitsAt(payload, BROKEN_USD_PER_MWH);
  const {
    emission_limit_t: _limit,
    emission_penalty_usd_per_t: _penalty,
    emission_price_usd_per_t: _price,
    dc_lines,
    renewables,
    storage,
    reserves,
    bids = [],
    demand_response = [],
    ...kept
  } = rest;
  const full = fullUse(connection, horizon, first);
  const lost = options?.losses ? lossBids(payload, connection, full) : undefined;
  return {
    ...kept,
    horizon,
    options: { ...options, mip_gap: 1, ...(lost && { losses: false }) },
    generators: payload.generators.map(freeUnit),
    loads: payload.loads.map(({ bus, values }) => ({ bus, values })),
    ...(reserves && { reserves: reserves.map(({ response_min: _response, ...product }) => product) }),
    ...(dc_lines && {
      dc_lines: dc_lines.map(({ ramp_up: _up, ramp_down: _down, initial_power_mw: _before, ...line }) => ({
        ...line,
        cost_usd_per_mwh: 0,
      })),
    }),
    ...(renewables && {
      renewables: renewables.map(({ energy_limits: _energy, ...item }) => ({ ...item, marginal_cost: 0 })),
    }),
    ...(storage && { storage: storage.map((item) => freeStorage(item, horizon)) }),
    bids: [
      ...bids.map(({ all_or_nothing: _whole, min_up_h: _time, ...bid }) => ({
        ...bid,
        blocks: bid.blocks.map(({ mw }) => ({ mw, usd_per_mwh: 0 })),
      })),
      ...demand_response.map(freeReduction),
      ...(lost ?? []),
      bidOf(connection, full, VALUE_USD_PER_MWH),
    ],
  };
}

/** The payload in which load, reserve, and soft limits of lines and interfaces may be broken at `usd_per_mwh`. */
function withLimitsAt(payload: SolvePayload, usd_per_mwh: number): SolvePayload {
  const { options, transmission_lines, interfaces, reserves } = payload;
  const atOnePrice = <T extends { penalty_usd_per_mwh?: number | number[] | undefined }>(limit: T): T =>
    limit.penalty_usd_per_mwh === undefined ? limit : { ...limit, penalty_usd_per_mwh: usd_per_mwh };
  return {
    ...payload,
    options: { ...options, unserved_energy_usd_per_mwh: usd_per_mwh },
    ...(transmission_lines && { transmission_lines: transmission_lines.map(atOnePrice) }),
    ...(interfaces && { interfaces: interfaces.map(atOnePrice) }),
    ...(reserves && {
      reserves: reserves.map(({ demand_curve: _, ...product }) => ({
        ...product,
        penalty_usd_per_mwh: usd_per_mwh,
      })),
    }),
  };
}

/** A unit that may start and stop in every hour, at no cost. */
function freeUnit({ name, bus, p_min, p_max, must_run, quick_start_mw, rated }: Generator): Generator {
  return {
    ...{ name, bus, p_min, p_max },
    ...(must_run !== undefined && { must_run }),
    ...(quick_start_mw !== undefined && { quick_start_mw }),
    ...(rated && { rated }),
    ...{ marginal_cost: 0, no_load_cost: 0, startup_cost: 0 },
    ...{ ramp_up: null, ramp_down: null, min_uptime: 1, min_downtime: 1, initial_status: -1 },
  };
}

/** Load that may be reduced, as supply. In a network, none of it comes back. */
const freeReduction = ({ name, bus, shed_max_mw: mw }: DemandResponse): Bid => ({
  ...{ name: `reduction by ${name}`, bus, kind: 'supply' },
  blocks: [{ mw, usd_per_mwh: 0 }],
});

const largest = (limit: number | readonly number[]): number =>
  typeof limit === 'number' ? limit : Math.max(0, ...limit);

/** A storage whose energy allows every power in every hour. */
function freeStorage(item: Storage, horizon: number): Storage {
  const { name, bus, charge_mw, discharge_mw, charge_min_mw, discharge_min_mw, no_simultaneous } = item;
  const { efficiency, charge_efficiency, discharge_efficiency = 1 } = item;
  const enough = (largest(charge_mw) + largest(discharge_mw) / discharge_efficiency) * horizon;
  return {
    ...{ name, bus, charge_mw, discharge_mw, energy_mwh: 2 * enough, initial_mwh: enough },
    ...(charge_min_mw !== undefined && { charge_min_mw }),
    ...(discharge_min_mw !== undefined && { discharge_min_mw }),
    ...(no_simultaneous !== undefined && { no_simultaneous }),
    ...(efficiency === undefined ? { charge_efficiency, discharge_efficiency } : { efficiency }),
  };
}
