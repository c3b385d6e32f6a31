/** Renewables, storage, DC lines, reserve and the loss of generators in the elastic model. */
import { amountAt, isList, valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { atLeast, atMost, type Term, times, within } from '../../milp/model.ts';
import { addBids } from '../../uc/formulation/bids.ts';
import { addDirection, dcRise } from '../../uc/formulation/dc-lines.ts';
import { addDemandResponse } from '../../uc/formulation/demand-response.ts';
import { providedTerms, reserveTerms } from '../../uc/formulation/reserve.ts';
import { addQuickStarts, storedForReserve } from '../../uc/formulation/reserve-limits.ts';
import { energyRow, hasMode } from '../../uc/formulation/storage.ts';
import { dcPower, shortfallTerms } from '../../uc/variables.ts';
import type { ElasticContext } from './elastic-context.ts';
import { type Lever, RANK, reserveLever, toLever } from './lever.ts';

export function addResourceRows(context: ElasticContext): void {
  const { instance } = context;
  for (let t = 0; t < instance.periods; t++) {
    for (const i of instance.renewables.keys())
      if (i < instance.case.renewables.length) addRenewable(context, i, t);
      else addDemandResource(context, i, t);
    for (const s of instance.storage.keys()) addStorage(context, s, t);
    for (const d of instance.dcLines.keys()) addDcLine(context, d, t);
    for (const q of instance.requirements.keys()) addReserve(context, q, t);
    addGeneratorOutages(context, t);
  }
  addQuickStarts(context.milp, instance, context.x);
  addBids(context.milp, instance, context.x);
  addDemandResponse(context.milp, instance, context.x);
}

/** Output limits of a bid block or demand response. They need no change, because neither has to be used. */
function addDemandResource({ milp, instance, x }: ElasticContext, i: number, t: number): void {
  const { p_min, p_max } = instance.renewables[i] ?? {};
  const output: Term[] = [[1, x.renewable(i, t)]];
  milp.row(atMost(amountAt(p_max, t), output));
  milp.row(atLeast(amountAt(p_min, t), output));
}

/** Limits the sum of `terms` by the number of a lever: from above if the number may rise, from below if it may fall. */
function addLimit({ milp, levers }: ElasticContext, terms: readonly Term[], lever: Lever, t: number): void {
  const { from, direction } = lever;
  const all = [...terms, ...levers.terms(lever, t, -direction)];
  milp.row(direction > 0 ? atMost(from ?? 0, all) : atLeast(from ?? 0, all));
}

function addRenewable(context: ElasticContext, i: number, t: number): void {
  const { instance, x, mostMw } = context;
  const unit = instance.renewables[i];
  if (!unit) return;
  const base = { element_type: 'renewable', element_id: unit.name, hour: t } as const;
  const [low, high] = [unit.p_min[t] ?? 0, unit.p_max[t] ?? 0];
  const least = { ...base, field: 'p_min', from: low, direction: -1, most: Math.max(0, low) } as const;
  const most = { ...base, field: 'p_max', from: high, direction: 1, most: mostMw } as const;
  const output: Term = [1, x.renewable(i, t)];
  const up = reserveTerms(instance, x, i, t, 'up', 'renewableReserve');
  const down = times(-1, reserveTerms(instance, x, i, t, 'down', 'renewableReserve'));
  addLimit(context, [output, ...down], toLever({ ...least, rank: RANK.unit }), t);
  addLimit(context, [output, ...up], toLever({ ...most, rank: RANK.capacity }), t);
}

/** Adds energy, power and reserve of a storage. It never charges and discharges in the same hour. */
function addStorage(context: ElasticContext, s: number, t: number): void {
  const { milp, instance, x, mostMw } = context;
  const item = instance.storage[s];
  if (!item) return;
  const base = { element_type: 'storage', element_id: item.name } as const;
  const [charge_mw, discharge_mw] = [amountAt(item.charge_mw, t), amountAt(item.discharge_mw, t)];
  const hourOf = (field: 'charge_mw' | 'discharge_mw' | 'energy_mwh' | 'min_mwh') =>
    isList(item.given[field]) ? t : null;
  const capacities = { charge_mw, discharge_mw, energy_mwh: item.energy_mwh };
  const atMostOf = (field: keyof typeof capacities, terms: readonly Term[]) => {
    const capacity = { ...base, field, from: capacities[field], direction: 1, most: mostMw } as const;
    addLimit(context, terms, toLever({ ...capacity, hour: hourOf(field), rank: RANK.capacity }), t);
  };
  const [charge, discharge, energy]: [Term, Term, Term] = [
    [1, x.charge(s, t)],
    [1, x.discharge(s, t)],
    [1, x.energy(s, t)],
  ];
  const target = { ...base, rank: RANK.requirement, code: 'STORAGE_LIMIT' } as const;
  const atLeastOf = (field: 'final_mwh' | 'min_mwh', from: number, terms: readonly Term[]) => {
    const hour = field === 'min_mwh' ? hourOf(field) : null;
    if (from > 0)
      addLimit(context, terms, toLever({ ...target, field, from, hour, direction: -1, most: from }), t);
  };
  milp.row(energyRow(instance, x, s, t));
  atMostOf('charge_mw', [charge]);
  atMostOf('discharge_mw', [discharge]);
  atMostOf('energy_mwh', [energy]);
  const least = amountAt(item.min_mwh, t);
  atLeastOf('min_mwh', least, [energy]);
  const up = reserveTerms(instance, x, s, t, 'up', 'storageReserve');
  if (up.length > 0) {
    atMostOf('discharge_mw', [discharge, ...times(-1, [charge]), ...up]);
    const stored: Term[] = [energy, ...times(-1 / item.discharge_efficiency, up)];
    if (least > 0) atLeastOf('min_mwh', least, stored);
    else milp.row(storedForReserve(item, t, up, x.energy(s, t)));
  }
  const down = reserveTerms(instance, x, s, t, 'down', 'storageReserve');
  if (down.length > 0) {
    atMostOf('charge_mw', [charge, ...times(-1, [discharge]), ...down]);
    atMostOf('energy_mwh', [energy, ...down]);
  }
  addModes(context, s, t, charge_mw + discharge_mw + mostMw);
  if (t < instance.periods - 1) return;
  atLeastOf('final_mwh', item.final_mwh, [energy]);
  const most = {
    ...target,
    field: 'final_max_mwh',
    from: item.final_max_mwh,
    direction: 1,
    most: mostMw,
  } as const;
  if (Number.isFinite(item.final_max_mwh)) addLimit(context, [energy], toLever(most), t);
}

/** Modes (charging or discharging) of a storage as in the model of a solve, with least powers that may be lowered. */
function addModes(context: ElasticContext, s: number, t: number, widest: number): void {
  const { milp, instance, x, levers } = context;
  const item = instance.storage[s];
  if (!item) return;
  const [charging, discharging] = [x.charging(s, t), x.discharging(s, t)];
  const least = (field: 'charge_min_mw' | 'discharge_min_mw', power: number, mode: number): number => {
    const from = amountAt(item[field], t);
    if (from === 0) return from;
    const hour = isList(item.given[field]) ? t : null;
    const target = { element_type: 'storage', element_id: item.name, field, from, hour } as const;
    const lever = toLever({ ...target, direction: -1, most: from, rank: RANK.unit, code: 'STORAGE_LIMIT' });
    milp.row(atLeast(0, [[1, power], [-from, mode], ...levers.terms(lever, t)]));
    return from;
  };
  const [charge, discharge] = [x.charge(s, t), x.discharge(s, t)];
  least('charge_min_mw', charge, charging);
  const hasDischarging = least('discharge_min_mw', discharge, discharging) > 0;
  if (hasMode(item, t)) milp.row(within(charge, widest, charging));
  if (hasDischarging) milp.row(within(discharge, widest, discharging));
  if (item.no_simultaneous)
    milp.row(
      atMost(widest, [
        [1, discharge],
        [widest, charging],
      ]),
    );
}

function addDcLine(context: ElasticContext, d: number, t: number): void {
  const { milp, instance, x, mostMw } = context;
  const line = instance.dcLines[d];
  const limits = instance.case.dc_lines[d]?.given;
  if (!line || !limits) return;
  const base = { element_type: 'dc_line', element_id: line.id, most: mostMw } as const;
  const power = dcPower(x, d, t);
  const limit = (field: 'p_min_mw' | 'p_max_mw', direction: -1 | 1) => {
    const from = valueAt(limits[field], t) ?? 0;
    const number = { field, from, direction, hour: isList(limits[field]) ? t : null } as const;
    addLimit(context, power, toLever({ ...base, ...number, rank: RANK.network, code: 'LINE_LIMIT' }), t);
  };
  limit('p_min_mw', -1);
  limit('p_max_mw', 1);
  if (line.loss > 0) {
    const widest = Math.max(Math.abs(line.least[t] ?? 0), Math.abs(line.most[t] ?? 0)) + mostMw;
    addDirection(milp, x, d, t, widest, widest);
  }
  const rise = dcRise(line, x, d, t);
  if (!rise) return;
  for (const [field, ramp, sign] of [
    ['ramp_up', line.rampUp, 1],
    ['ramp_down', line.rampDown, -1],
  ] as const) {
    if (!Number.isFinite(ramp)) continue;
    const lever = toLever({ ...base, field, from: ramp, direction: 1, rank: RANK.unit, code: 'RAMP_LIMIT' });
    const moved = [...times(sign, rise.terms), ...context.levers.terms(lever, t, -1)];
    milp.row(atMost(ramp + sign * rise.before, moved));
  }
}

function addReserve(context: ElasticContext, q: number, t: number): void {
  const { instance, x } = context;
  const product = instance.case.reserves[q]?.given;
  if (!product) return;
  const provided = [...providedTerms(instance, x, q, t), ...shortfallTerms(instance, x, q, t)];
  addLimit(context, provided, reserveLever(product, t, instance.requirements[q]?.[t] ?? 0), t);
}

/** The capacity of the remaining units must cover their own output and the output of the lost units. */
function addGeneratorOutages({ milp, instance, x, levers, mostMw }: ElasticContext, t: number): void {
  const { units } = instance;
  for (const { id, generators } of instance.case.contingencies) {
    if (generators.length === 0) continue;
    const terms = units.flatMap(({ name }, g): Term[] => {
      const capacity: Term[] = generators.includes(name) ? [] : [[1, x.capacity(g, t)]];
      return [...capacity, [-1, x.output(g, t)]];
    });
    const unreplaced = toLever({
      element_type: 'contingency',
      element_id: id,
      hour: t,
      field: 'generators',
      from: null,
      direction: 1,
      most: mostMw,
      rank: RANK.network,
      code: 'CONTINGENCY_LIMIT',
      onlyByHour: true,
    });
    milp.row(atLeast(0, [...terms, ...levers.terms(unreplaced, t)]));
  }
}
