/**
 * Compares the optimum of an imported pglib-uc instance with the optimum of the format's own model of the same file.
 */
import assert from 'node:assert/strict';
import { loadHighs } from '../../../activities/solvers/highs/web-assembly.ts';
import { readPglibUc } from '../../../api/formats/pglib-uc/read-pglib-uc.ts';
import { type PglibCase, type PglibUnit, pglibCase } from '../cases/pglib-case.ts';
import { solve } from '../engine/solve.ts';

const SAME = 1e-6;
/** Solver options. Presolve is off, because it loses the optimum of one in sixty of these models. */
const EXACT = { output_flag: false, presolve: 'off', mip_rel_gap: 0, mip_abs_gap: 1e-7 } as const;

/** Compares the optima; returns true if the instance of this seed has a schedule. */
export async function assertSameOptimum(seed: number): Promise<boolean> {
  const data = pglibCase(seed);
  const { payload, report } = readPglibUc(data);
  const highs = await loadHighs();
  const reference = highs.solve(pglibModel(data), EXACT);
  const ours = await solve('uc', payload);
  if (reference.Status === 'Infeasible') {
    assert.equal(ours.termination_status, 'INFEASIBLE', `seed ${seed}`);
    return false;
  }
  assert.deepEqual([ours.termination_status, reference.Status], ['OPTIMAL', 'Optimal'], `seed ${seed}`);
  const difference = (ours.total_cost_usd ?? Number.NaN) - reference.ObjectiveValue;
  const slack = SAME * Math.abs(reference.ObjectiveValue);
  const mayCostLess = report.changed.some(({ code }) => code === 'second_start');
  assert.ok(
    difference <= slack && (mayCostLess || difference >= -slack),
    `seed ${seed}: ${difference} $ apart`,
  );
  return true;
}

/**
 * The model of pglib-uc's MODEL.tex as an LP file, equation by equation and with the names of that document, so that
 * the instance is read independently.
 */
type Term = readonly [coefficient: number, variable: string];

interface Model {
  readonly objective: Term[];
  readonly rows: string[];
  readonly binaries: string[];
}

function pglibModel(data: PglibCase): string {
  const model: Model = { objective: [], rows: [], binaries: [] };
  const hours = Array.from({ length: data.time_periods }, (_, t) => t + 1);
  const units = Object.entries(data.thermal_generators);
  const wind = Object.entries(data.renewable_generators);
  for (const t of hours) {
    const output = units.flatMap(([g, unit]): Term[] => [
      [1, `p_${g}_${t}`],
      [unit.power_output_minimum, `u_${g}_${t}`],
    ]);
    row(model, [...output, ...wind.map(([w]): Term => [1, `p_${w}_${t}`])], '=', data.demand[t - 1]);
    const reserve = units.map(([g]): Term => [1, `r_${g}_${t}`]);
    row(model, reserve, '>=', data.reserves[t - 1]);
    for (const [w, { power_output_minimum: low, power_output_maximum: high }] of wind) {
      row(model, [[1, `p_${w}_${t}`]], '>=', low[t - 1]);
      row(model, [[1, `p_${w}_${t}`]], '<=', high[t - 1]);
    }
  }
  for (const [g, unit] of units) addUnit(model, g, unit, hours);
  return [
    'minimize',
    sum(model.objective),
    'subject to',
    ...model.rows,
    'binary',
    ...model.binaries,
    'end',
  ].join('\n');
}

function row({ rows }: Model, terms: readonly Term[], sense: '=' | '<=' | '>=', right = 0): void {
  rows.push(`${sum(terms)} ${sense} ${right}`);
}

const sum = (terms: readonly Term[]): string =>
  terms
    .map(([coefficient, variable]) => `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)} ${variable}`)
    .join(' ');

function addUnit(model: Model, g: string, unit: PglibUnit, hours: readonly number[]): void {
  const initial = unit.unit_on_t0 * (unit.power_output_t0 - unit.power_output_minimum);
  for (const t of hours) {
    model.binaries.push(`u_${g}_${t}`, `v_${g}_${t}`, `w_${g}_${t}`);
    const before: Term[] = t > 1 ? [[-1, `u_${g}_${t - 1}`]] : [];
    const change: Term[] = [[1, `u_${g}_${t}`], ...before, [-1, `v_${g}_${t}`], [1, `w_${g}_${t}`]];
    row(model, change, '=', t > 1 ? 0 : unit.unit_on_t0);
    if (unit.must_run) row(model, [[1, `u_${g}_${t}`]], '>=', 1);
    const powerBefore: Term[] = t > 1 ? [[-1, `p_${g}_${t - 1}`]] : [];
    const initialPower = t > 1 ? 0 : initial;
    row(
      model,
      [[1, `p_${g}_${t}`], [1, `r_${g}_${t}`], ...powerBefore],
      '<=',
      unit.ramp_up_limit + initialPower,
    );
    row(
      model,
      [[-1, `p_${g}_${t}`], ...powerBefore.map(([c, x]): Term => [-c, x])],
      '<=',
      unit.ramp_down_limit - initialPower,
    );
    addOutput(model, g, unit, t, hours.length);
  }
  const range = unit.power_output_maximum - unit.power_output_minimum;
  const stop = Math.max(unit.power_output_maximum - unit.ramp_shutdown_limit, 0);
  row(model, [[stop, `w_${g}_1`]], '<=', range * unit.unit_on_t0 - initial);
  addMinimumTimes(model, g, unit, hours);
  addStarts(model, g, unit, hours);
}

function addOutput(model: Model, g: string, unit: PglibUnit, t: number, last: number): void {
  const high = unit.power_output_maximum;
  const range = high - unit.power_output_minimum;
  const output: Term[] = [
    [1, `p_${g}_${t}`],
    [1, `r_${g}_${t}`],
    [-range, `u_${g}_${t}`],
  ];
  row(model, [...output, [Math.max(high - unit.ramp_startup_limit, 0), `v_${g}_${t}`]], '<=');
  if (t < last)
    row(model, [...output, [Math.max(high - unit.ramp_shutdown_limit, 0), `w_${g}_${t + 1}`]], '<=');
  const points = unit.piecewise_production;
  const [first] = points;
  const share = (l: number): string => `l_${g}_${t}_${l}`;
  row(
    model,
    [...points.map(({ mw }, l): Term => [mw - (first?.mw ?? 0), share(l)]), [-1, `p_${g}_${t}`]],
    '=',
  );
  row(model, [...points.map((_, l): Term => [1, share(l)]), [-1, `u_${g}_${t}`]], '=');
  for (const [l, { cost }] of points.entries()) model.objective.push([cost - (first?.cost ?? 0), share(l)]);
  model.objective.push([first?.cost ?? 0, `u_${g}_${t}`]);
}

function addMinimumTimes(model: Model, g: string, unit: PglibUnit, hours: readonly number[]): void {
  const last = hours.length;
  const heldOn = unit.unit_on_t0 ? unit.time_up_minimum - unit.time_up_t0 : 0;
  const heldOff = unit.unit_on_t0 ? 0 : unit.time_down_minimum - unit.time_down_t0;
  const up = Math.min(unit.time_up_minimum, last);
  const down = Math.min(unit.time_down_minimum, last);
  const window = (name: string, t: number, length: number): Term[] =>
    Array.from({ length }, (_, i): Term => [1, `${name}_${g}_${t - i}`]);
  for (const t of hours) {
    if (t <= heldOn) row(model, [[1, `u_${g}_${t}`]], '=', 1);
    if (t <= heldOff) row(model, [[1, `u_${g}_${t}`]], '=', 0);
    if (t >= up) row(model, [...window('v', t, up), [-1, `u_${g}_${t}`]], '<=');
    if (t >= down) row(model, [...window('w', t, down), [1, `u_${g}_${t}`]], '<=', 1);
  }
}

function addStarts(model: Model, g: string, unit: PglibUnit, hours: readonly number[]): void {
  const { startup, time_down_t0: hoursOff } = unit;
  const start = (s: number, t: number): string => `d_${g}_${s}_${t}`;
  for (const t of hours) {
    row(model, [[1, `v_${g}_${t}`], ...startup.map((_, s): Term => [-1, start(s, t)])], '=');
    for (const [s, { lag, cost }] of startup.entries()) {
      model.binaries.push(start(s, t));
      model.objective.push([cost, start(s, t)]);
      const next = startup[s + 1]?.lag;
      if (next === undefined) continue;
      if (t < next && t >= Math.max(1, next - hoursOff + 1)) row(model, [[1, start(s, t)]], '=', 0);
      const stops = Array.from({ length: next - lag }, (_, i): Term => [-1, `w_${g}_${t - lag - i}`]);
      if (t >= next) row(model, [[1, start(s, t)], ...stops.filter((_, i) => t - lag - i >= 1)], '<=');
    }
  }
}
