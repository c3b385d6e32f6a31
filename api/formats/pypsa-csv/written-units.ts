/** Thermal units and carriers of a CSV folder of PyPSA. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import { lineOf, moneyCurve, moneyTiers } from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { Cell } from '../tables/write-table.ts';

type Unit = NetworkContent['generators'][number];

const carrierOf = ({
  type,
  fuel,
}: {
  readonly type?: string | undefined;
  readonly fuel?: string | undefined;
}) => type ?? fuel;

/** t/MWh at the largest output. */
function emissionOf({ fuels = [] }: NetworkContent, unit: Unit): number {
  const top = unit.heat_rate_curve?.at(-1);
  const rate = fuels.find(({ name }) => name === unit.fuel)?.co2_t_per_mmbtu;
  if (unit.co2_t_per_mwh !== undefined || !top || rate === undefined || top.mw <= 0)
    return unit.co2_t_per_mwh ?? 0;
  return (rate * top.mmbtu_per_h) / top.mw;
}

/** t per MWh of the carrier: that of its dirtiest unit, whose efficiency is then 1. */
function rateOf(content: NetworkContent, carrier: string | undefined): number {
  return content.generators
    .filter((unit) => carrierOf(unit) === carrier)
    .reduce((most, unit) => Math.max(most, emissionOf(content, unit)), 0);
}

export function carrierRows(content: NetworkContent): Record<string, Cell>[] {
  const { generators, renewables = [], storage = [] } = content;
  const units = [...generators, ...renewables, ...storage.map(({ type }) => ({ type, fuel: undefined }))];
  const names = new Set(['AC', 'DC', ...units.map(carrierOf).filter((name) => name !== undefined)]);
  return [...names].map((name) => ({ name, co2_emissions: rateOf(content, name) }));
}

export function unitRow(
  unit: Unit,
  i: number,
  content: NetworkContent,
  bus: (id: number) => string,
  report: ReportBuilder,
): Record<string, Cell> {
  const place = ['generators', i];
  const { marginal_cost, no_load_cost } = lineOf(moneyCurve(content, unit));
  const pNom = unit.p_max || 1;
  const share = (mw: number | null | undefined): number | undefined =>
    mw === null || mw === undefined ? undefined : mw / pNom;
  noteUnit(unit, content, place, report);
  const carrier = carrierOf(unit);
  const [rate, own] = [rateOf(content, carrier), emissionOf(content, unit)];
  if (rate > 0 && own === 0)
    report.change('info', 'co2', 'A unit without CO2 has that of its carrier', place);
  const state = unit.initial_status;
  return {
    name: unit.name,
    bus: bus(unit.bus),
    carrier,
    p_nom: pNom,
    p_min_pu: unit.p_min / pNom,
    p_max_pu: unit.p_max / pNom,
    efficiency: rate > 0 && own > 0 ? rate / own : 1,
    marginal_cost,
    stand_by_cost: no_load_cost,
    committable: !unit.must_run,
    start_up_cost: moneyTiers(content, unit).at(-1)?.cost_usd ?? 0,
    shut_down_cost: unit.shutdown_cost ?? 0,
    min_up_time: unit.min_uptime,
    min_down_time: unit.min_downtime,
    up_time_before: Math.max(0, state),
    down_time_before: Math.max(0, -state),
    ramp_limit_up: share(unit.ramp_up),
    ramp_limit_down: share(unit.ramp_down),
    ramp_limit_start_up: Math.min(1, share(unit.startup_ramp) ?? 1),
    ramp_limit_shut_down: Math.min(1, share(unit.shutdown_ramp) ?? 1),
  };
}

function noteUnit(
  unit: Unit,
  content: NetworkContent,
  place: readonly (string | number)[],
  report: ReportBuilder,
): void {
  if (moneyCurve(content, unit).length > 2)
    report.change('warning', 'cost_curve', 'A cost curve is the straight line between its ends', place);
  if (unit.heat_rate_curve) report.change('info', 'fuel', 'Heat rates are costs', place);
  if (moneyTiers(content, unit).length > 1)
    report.change('warning', 'startup_cost', 'A start costs as the coldest', place);
}
