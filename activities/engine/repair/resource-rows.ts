/** Renewables, storage, DC lines, reserve and the loss of generators in the elastic model. */
import { atLeast, atMost, equal, type Term } from '../../milp/model.ts';
import { providedTerms, renewableReserveTerms, storageReserveTerms } from '../../uc/formulation/reserve.ts';
import type { ElasticContext } from './elastic-context.ts';
import { type Lever, RANK, reserveLever } from './lever.ts';

export function addResourceRows(context: ElasticContext): void {
  const { instance } = context.prepared;
  for (let t = 0; t < instance.periods; t++) {
    for (const i of instance.renewables.keys()) addRenewable(context, i, t);
    for (const s of instance.storage.keys()) addStorage(context, s, t);
    for (const d of instance.dcLines.keys()) addDcLine(context, d, t);
    for (const q of instance.requirements.keys()) addReserve(context, q, t);
    addGeneratorOutages(context, t);
  }
}

const limit = { weight: 1, integer: false } as const;

function addRenewable({ milp, prepared, x, levers, mostMw }: ElasticContext, i: number, t: number): void {
  const unit = prepared.instance.renewables[i];
  if (!unit) return;
  const base = { ...limit, element_type: 'renewable', element_id: unit.name, hour: t, code: null } as const;
  const [low, high] = [unit.p_min[t] ?? 0, unit.p_max[t] ?? 0];
  const fall: Lever = {
    ...base,
    field: 'p_min',
    from: low,
    direction: -1,
    most: Math.max(0, low),
    rank: RANK.unit,
  };
  const raise: Lever = {
    ...base,
    field: 'p_max',
    from: high,
    direction: 1,
    most: mostMw,
    rank: RANK.capacity,
  };
  const output: Term = [1, x.renewable(i, t)];
  const up = renewableReserveTerms(prepared.instance, x, i, t, 'up');
  const down = negated(renewableReserveTerms(prepared.instance, x, i, t, 'down'));
  milp.row(atLeast(low, [output, ...down, ...levers.terms(fall, t)]));
  milp.row(atMost(high, [output, ...up, ...levers.terms(raise, t, -1)]));
}

const negated = (terms: readonly Term[]): Term[] => terms.map(([mw, column]) => [-mw, column]);

/** e[t] = e[t-1] + eta c[t] - d[t], never both charging and discharging. */
function addStorage({ milp, prepared, x, levers, mostMw }: ElasticContext, s: number, t: number): void {
  const { storage, periods } = prepared.instance;
  const item = storage[s];
  if (!item) return;
  const { name, energy_mwh, charge_mw, discharge_mw, efficiency, initial_mwh, final_mwh = 0 } = item;
  const lever = (field: string, from: number, direction: 1 | -1): Lever => ({
    ...limit,
    element_type: 'storage',
    element_id: name,
    hour: null,
    field,
    from,
    direction,
    most: direction > 0 ? mostMw : from,
    rank: direction > 0 ? RANK.capacity : RANK.requirement,
    code: field === 'final_mwh' ? 'STORAGE_LIMIT' : null,
  });
  const before: Term[] = t > 0 ? [[-1, x.energy(s, t - 1)]] : [];
  const flows: Term[] = [
    [-efficiency, x.charge(s, t)],
    [1, x.discharge(s, t)],
  ];
  milp.row(equal(t > 0 ? 0 : initial_mwh, [[1, x.energy(s, t)], ...before, ...flows]));
  const widest = charge_mw + discharge_mw + mostMw;
  const [charge, discharge, energy]: [Term, Term, Term] = [
    [1, x.charge(s, t)],
    [1, x.discharge(s, t)],
    [1, x.energy(s, t)],
  ];
  const bounded = (terms: readonly Term[], most: number, field: string) =>
    milp.row(atMost(most, [...terms, ...levers.terms(lever(field, most, 1), t, -1)]));
  bounded([charge], charge_mw, 'charge_mw');
  bounded([discharge], discharge_mw, 'discharge_mw');
  bounded([energy], energy_mwh, 'energy_mwh');
  const up = storageReserveTerms(prepared.instance, x, s, t, 'up');
  if (up.length > 0) {
    bounded([discharge, ...negated([charge]), ...up], discharge_mw, 'discharge_mw');
    milp.row(atMost(0, [...up, ...negated([energy])]));
  }
  const down = storageReserveTerms(prepared.instance, x, s, t, 'down');
  if (down.length > 0) {
    bounded([charge, ...negated([discharge]), ...down], charge_mw, 'charge_mw');
    bounded([energy, ...down], energy_mwh, 'energy_mwh');
  }
  milp.row(
    atMost(0, [
      [1, x.charge(s, t)],
      [-widest, x.charging(s, t)],
    ]),
  );
  milp.row(
    atMost(widest, [
      [1, x.discharge(s, t)],
      [widest, x.charging(s, t)],
    ]),
  );
  if (t === periods - 1 && final_mwh > 0) {
    milp.row(
      atLeast(final_mwh, [[1, x.energy(s, t)], ...levers.terms(lever('final_mwh', final_mwh, -1), t)]),
    );
  }
}

function addDcLine({ milp, prepared, x, levers, mostMw }: ElasticContext, d: number, t: number): void {
  const line = prepared.instance.dcLines[d];
  if (!line) return;
  const base = {
    ...limit,
    element_type: 'dc_line',
    element_id: line.id,
    hour: null,
    most: mostMw,
    rank: RANK.network,
    code: 'LINE_LIMIT',
  } as const;
  const fall: Lever = { ...base, field: 'p_min_mw', from: line.least, direction: -1 };
  const raise: Lever = { ...base, field: 'p_max_mw', from: line.most, direction: 1 };
  milp.row(atLeast(line.least, [[1, x.dc(d, t)], ...levers.terms(fall, t)]));
  milp.row(atMost(line.most, [[1, x.dc(d, t)], ...levers.terms(raise, t, -1)]));
}

function addReserve({ milp, prepared, x, levers }: ElasticContext, q: number, t: number): void {
  const { requirements, payload } = prepared.instance;
  const product = payload.reserves?.[q];
  if (!product) return;
  const required = requirements[q]?.[t] ?? 0;
  milp.row(
    atLeast(required, [
      ...providedTerms(prepared.instance, x, q, t),
      [1, x.shortfall(q, t)],
      ...levers.terms(reserveLever(product, t, required), t),
    ]),
  );
}

/** What the others can still give covers what the lost ones produce. */
function addGeneratorOutages({ milp, prepared, x, levers, mostMw }: ElasticContext, t: number): void {
  const { payload, jobType, units } = prepared.instance;
  if (jobType !== 'scuc') return;
  for (const { id, generators = [], enabled } of payload.contingencies ?? []) {
    if (enabled === false || generators.length === 0) continue;
    const terms = units.flatMap(({ name }, g): Term[] => {
      const left: Term[] = generators.includes(name) ? [] : [[1, x.capacity(g, t)]];
      return [...left, [-1, x.output(g, t)]];
    });
    const unreplaced: Lever = {
      ...limit,
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
    };
    milp.row(atLeast(0, [...terms, ...levers.terms(unreplaced, t)]));
  }
}
