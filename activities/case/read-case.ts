/** Converts a payload to a case. No other solver code applies defaults, profiles, intervals or emission prices. */
import {
  dcLinesRead,
  hasIslands,
  interfacesRead,
  linesRead,
  phaseShiftersRead,
} from '../../temporal/case/arithmetic/elements.ts';
import { withEmissionCosts } from '../../temporal/case/arithmetic/emissions.ts';
import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import { perInterval } from '../../temporal/case/arithmetic/per-interval.ts';
import type { FixedCommitment, SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { Case, CaseContingency } from './case.ts';
import { createConstants } from './constants.ts';
import { readBid, readDemandResponse } from './read-bid.ts';
import {
  readDcLine,
  readGenerator,
  readInterface,
  readLoad,
  readReserve,
  seriesOf,
  UNDECIDED,
} from './read-elements.ts';
import { readLine } from './read-line.ts';
import { readStorage } from './read-storage.ts';

export function readCase(original: SolvePayload, jobType: JobType): Case {
  const payload = withEmissionCosts(perInterval(original));
  const { horizon, options = {}, commitment } = payload;
  const constants = createConstants(horizon);
  const shifters = new Map(phaseShiftersRead(payload, jobType).map((item) => [item.line, item]));
  const fixed = fixedByUnit(payload.fixed_commitment ?? []);
  const decisions = (unit: string) => ({
    fixed: fixed.get(unit) ?? UNDECIDED.fixed,
    commitment: commitment && (commitment[unit] ?? []),
  });
  return {
    jobType,
    horizon,
    interval_minutes: original.interval_minutes,
    intervalsPerHour: intervalsPerHour(original),
    relaxed: jobType === 'ed' && commitment === undefined,
    generators: payload.generators.map((unit) => readGenerator(unit, decisions(unit.name), constants)),
    loads: payload.loads.map((load) => readLoad(load, options.unserved_energy_usd_per_mwh, constants)),
    renewables: (payload.renewables ?? []).map(({ marginal_cost = 0, energy_limits = [], ...item }) => ({
      ...item,
      marginal_cost: seriesOf(marginal_cost, constants),
      energy_limits,
    })),
    storage: (payload.storage ?? []).map((item) => readStorage(item, constants)),
    reserves: (payload.reserves ?? []).map((product) => readReserve(product, constants)),
    bids: (payload.bids ?? []).map((bid) => readBid(bid, constants)),
    demand_response: (payload.demand_response ?? []).map((item) => readDemandResponse(item, constants)),
    transmission_lines: linesRead(payload, jobType).map((line) =>
      readLine(line, constants, shifters.get(line.id)),
    ),
    dc_lines: dcLinesRead(payload, jobType).map((line) => readDcLine(line, constants)),
    interfaces: interfacesRead(payload, jobType).map((item) => readInterface(item, constants)),
    contingencies: contingenciesRead(payload, jobType),
    hasIslands: hasIslands(payload, jobType),
    losses: options.losses === true,
    unserved_energy_usd_per_mwh: options.unserved_energy_usd_per_mwh,
    slack_bus: options.slack_bus,
    fuel_limits: payload.fuel_limits ?? [],
    emission_limit_t: payload.emission_limit_t,
    emission_penalty_usd_per_t: payload.emission_penalty_usd_per_t,
    emission_price_usd_per_t: payload.emission_price_usd_per_t,
  };
}

function fixedByUnit(decisions: readonly FixedCommitment[]): ReadonlyMap<string, Map<number, boolean>> {
  const byUnit = new Map<string, Map<number, boolean>>();
  for (const { generator, hour, on } of decisions) {
    const byHour = byUnit.get(generator) ?? new Map<number, boolean>();
    byUnit.set(generator, byHour.set(hour, on));
  }
  return byUnit;
}

const contingenciesRead = ({ contingencies = [] }: SolvePayload, jobType: JobType): CaseContingency[] =>
  jobType === 'scuc'
    ? contingencies
        .filter(({ enabled }) => enabled !== false)
        .map(({ id, lines = [], generators = [] }) => ({ id, lines, generators }))
    : [];
