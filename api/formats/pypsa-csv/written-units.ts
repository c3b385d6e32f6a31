/** Thermal units and carriers of a CSV folder of PyPSA. */

import { leastLimit } from '../../../temporal/case/arithmetic/series.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import { secant } from '../base/cost-curve.ts';
import type { Unit } from '../base/network-parts.ts';
import { alwaysRuns, moneyCurve, moneyTiers } from '../base/network-writing.ts';
import { type Notes, notesAt, type ReportBuilder } from '../base/report.ts';
import type { Cell } from '../tables/write-table.ts';

const carrierOf = ({
  type,
  fuel,
}: {
  readonly type?: string | undefined;
  readonly fuel?: string | undefined;
}) => type ?? fuel;

/**
 * CO2, t per MWh: `of` a unit at its maximum output; `rate` of a carrier, which is that of the unit with the highest
 * emissions. The efficiency of this unit is then 1.
 */
export interface Emissions {
  of(unit: Unit): number;
  rate(carrier: string | undefined): number;
}

export function emissionsOf({ generators, fuels = [] }: NetworkContent): Emissions {
  const ofFuel = new Map(fuels.map(({ name, co2_t_per_mmbtu }) => [name, co2_t_per_mmbtu]));
  const of = (unit: Unit): number => emissionOf(unit, ofFuel.get(unit.fuel ?? ''));
  const rates = new Map<string | undefined, number>();
  for (const unit of generators)
    rates.set(carrierOf(unit), Math.max(rates.get(carrierOf(unit)) ?? 0, of(unit)));
  return { of, rate: (carrier) => rates.get(carrier) ?? 0 };
}

function emissionOf(unit: Unit, rate: number | undefined): number {
  const top = unit.heat_rate_curve?.at(-1);
  if (unit.co2_t_per_mwh !== undefined || !top || rate === undefined || top.mw <= 0)
    return unit.co2_t_per_mwh ?? 0;
  return (rate * top.mmbtu_per_h) / top.mw;
}

export function carrierRows(content: NetworkContent, emissions: Emissions): Record<string, Cell>[] {
  const { generators, renewables = [], storage = [] } = content;
  const units = [...generators, ...renewables, ...storage.map(({ type }) => ({ type, fuel: undefined }))];
  const names = new Set(['AC', 'DC', ...units.map(carrierOf).filter((name) => name !== undefined)]);
  return [...names].map((name) => ({ name, co2_emissions: emissions.rate(name) }));
}

export function unitRow(
  unit: Unit,
  i: number,
  content: NetworkContent,
  emissions: Emissions,
  bus: (id: number) => string,
  report: ReportBuilder,
): Record<string, Cell> {
  const notes = notesAt(report, 'generators', i);
  const { marginal_cost, no_load_cost } = secant(moneyCurve(content, unit));
  const pNom = unit.p_max || 1;
  const share = (mw: number | null | undefined): number | undefined =>
    mw === null || mw === undefined ? undefined : mw / pNom;
  noteUnit(unit, content, notes);
  const carrier = carrierOf(unit);
  const [rate, unitRate] = [emissions.rate(carrier), emissions.of(unit)];
  if (rate > 0 && unitRate === 0) notes.change('info', 'co2', 'A unit without CO2 has that of its carrier');
  const state = unit.initial_status;
  return {
    name: unit.name,
    bus: bus(unit.bus),
    carrier,
    p_nom: pNom,
    p_min_pu: unit.p_min / pNom,
    p_max_pu: unit.p_max / pNom,
    efficiency: rate > 0 && unitRate > 0 ? rate / unitRate : 1,
    marginal_cost,
    stand_by_cost: no_load_cost,
    committable: !alwaysRuns(unit),
    start_up_cost: moneyTiers(content, unit).at(-1)?.cost_usd ?? 0,
    shut_down_cost: unit.shutdown_cost ?? 0,
    min_up_time: unit.min_uptime,
    min_down_time: unit.min_downtime,
    up_time_before: Math.max(0, state),
    down_time_before: Math.max(0, -state),
    ramp_limit_up: share(leastLimit(unit.ramp_up)),
    ramp_limit_down: share(leastLimit(unit.ramp_down)),
    ramp_limit_start_up: Math.min(1, share(unit.startup_ramp) ?? 1),
    ramp_limit_shut_down: Math.min(1, share(unit.shutdown_ramp) ?? 1),
  };
}

function noteUnit(unit: Unit, content: NetworkContent, notes: Notes): void {
  if (moneyCurve(content, unit).length > 2)
    notes.change('warning', 'cost_curve', 'A cost curve is the straight line between its ends');
  if (unit.heat_rate_curve) notes.change('info', 'fuel', 'Heat rates are costs');
  if (moneyTiers(content, unit).length > 1)
    notes.change('warning', 'startup_cost', 'Every start costs as much as the coldest');
}
