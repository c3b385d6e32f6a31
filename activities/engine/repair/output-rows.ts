/**
 * Output, ramps, starts and stops of the elastic model in their textbook form. s: change of a limit; S: change of
 * p_max; r, d: reserve up and down; q: largest output plus reserve; P = p_max; M: largest output that any change
 * allows.
 *
 *     p[t] + r[t] <= q[t],   q[t] <= P u[t] + S,   q[t] <= M u[t],   p[t] - d[t] >= p_min u[t] - s
 *     p[t] + r[t] - p[t-1] <= RU + s + P (v[t] + w[t]),   p[t-1] - p[t] + d[t] <= RD + s + P (v[t] + w[t])
 *     p[t] + r[t] <= P u[t] - (P - SU) v[t] + s + S,   p[t] + r[t] <= P u[t] - (P - SD) w[t+1] + s + S
 *
 * In the last two rows S is not multiplied by v or w, which keeps the relaxation tight. If this allows too large a
 * start or stop, a second round on the changed payload corrects it, with a larger P and S = 0.
 */
import { amountAt, numberAt } from '../../../temporal/case/arithmetic/series.ts';
import type { CaseGenerator } from '../../case/case.ts';
import { atLeast, atMost, type Term, times, within } from '../../milp/model.ts';
import { reserveTerms } from '../../uc/formulation/reserve.ts';
import type { Unit } from '../../uc/instance.ts';
import type { ElasticContext } from './elastic-context.ts';
import type { Lever, UnitLevers } from './lever.ts';

/** A unit with its levers (numbers that may change). `bigM`: its largest range of output with all changes. */
interface UnitRows {
  readonly context: ElasticContext;
  readonly g: number;
  readonly generator: CaseGenerator;
  readonly unit: Unit;
  readonly levers: UnitLevers;
  readonly bigM: number;
}

export function addOutputRows(context: ElasticContext): void {
  const { instance } = context;
  for (const [g, generator] of instance.case.generators.entries()) {
    const [unit, levers] = [instance.units[g], context.unitLevers[g]];
    if (!unit || !levers) continue;
    const most = Math.max(0, ...unit.pMax);
    const bigM = context.levers.has(levers.pMax(0))
      ? most + context.mostMw
      : most - Math.min(0, ...unit.pMin);
    const rows = { context, g, generator, unit, levers, bigM };
    for (let t = 0; t < instance.periods; t++) {
      addLimits(rows, t);
      addRamps(rows, t);
      addSwitchLimits(rows, t);
    }
    addStopBefore(rows);
    addAvailability(rows);
  }
}

const down = ({ context: { x }, g }: UnitRows, t: number): Term[] => [[1, x.output(g, t)]];
const up = (rows: UnitRows, t: number): Term[] => [
  ...down(rows, t),
  ...reserveTerms(rows.context.instance, rows.context.x, rows.g, t),
];
const withoutReserve = (rows: UnitRows, t: number): Term[] => [
  ...down(rows, t),
  ...times(-1, reserveTerms(rows.context.instance, rows.context.x, rows.g, t, 'down')),
];
const change = ({ context }: UnitRows, lever: Lever, t: number, sign: 1 | -1 = -1): Term[] =>
  context.levers.terms(lever, t, sign);

function addLimits(rows: UnitRows, t: number): void {
  const { context, g, generator, unit, levers, bigM } = rows;
  const { milp, x } = context;
  const raise = change(rows, levers.pMax(t), t);
  const fall = change(rows, levers.pMin(t), t, 1);
  milp.row(atMost(0, [...up(rows, t), [-1, x.capacity(g, t)]]));
  milp.row(atMost(0, [[1, x.capacity(g, t)], [-amountAt(generator.p_max, t), x.on(g, t)], ...raise]));
  if (raise.length > 0) milp.row(within(x.capacity(g, t), bigM + context.mostMw, x.on(g, t)));
  milp.row(atLeast(0, [...withoutReserve(rows, t), [-amountAt(unit.pMin, t), x.on(g, t)], ...fall]));
  addReserveLimits(rows, t, bigM + context.mostMw);
  const lack = lackAt(generator, t);
  if (lack > 0) milp.row(atMost(0, [[lack, x.on(g, t)], ...times(-1, moved(rows, t))]));
}

/** Minimum output less available output, MW. */
const lackAt = ({ p_min, p_max }: CaseGenerator, t: number): number =>
  amountAt(p_min, t) - amountAt(p_max, t);

/** Terms of the changes that close the gap between the minimum and the available output. */
const moved = (rows: UnitRows, t: number): Term[] => [
  ...change(rows, rows.levers.pMin(t), t, 1),
  ...change(rows, rows.levers.pMax(t), t, 1),
];

/**
 * A unit that is not available in any hour needs a change, which closes the smallest gap between Pmin and available
 * output.
 */
function addAvailability(rows: UnitRows): void {
  const { generator, context } = rows;
  const { periods } = context.instance;
  if (generator.isAvailable.includes(true)) return;
  const lacks = Array.from({ length: periods }, (_, t) => lackAt(generator, t));
  const least = Math.min(...lacks);
  context.milp.row(atLeast(least, moved(rows, lacks.indexOf(least))));
}

/**
 * Limits of single reserve products. Downward products always have a limit, so that a change of p_min does not let a
 * unit provide them while it is off.
 */
function addReserveLimits({ context, g, unit }: UnitRows, t: number, widest: number): void {
  const { milp, x, instance } = context;
  for (const [q, limit] of unit.reserveMost.entries()) {
    const mw = numberAt(limit, t);
    const isBound = Number.isFinite(mw) || instance.products[q]?.isDown === true;
    if (mw > 0 && isBound) milp.row(within(x.reserve(q, g, t), Math.min(mw, widest), x.on(g, t)));
  }
}

function addRamps(rows: UnitRows, t: number): void {
  const { context, g, unit, levers, bigM } = rows;
  const { milp, x } = context;
  const { onBefore, powerBefore } = unit;
  const [rampUp, rampDown] = [amountAt(unit.rampUp, t), amountAt(unit.rampDown, t)];
  if (t === 0 && (!onBefore || powerBefore === null)) return;
  const before: Term[] = t > 0 ? [[-1, x.output(g, t - 1)]] : [];
  const outputBefore = t > 0 ? 0 : (powerBefore ?? 0);
  const width = bigM + Math.abs(outputBefore);
  const switched: Term[] = [
    [-width, x.startup(g, t)],
    [-width, x.shutdown(g, t)],
  ];
  if (Number.isFinite(rampUp)) {
    const terms = [...up(rows, t), ...before, ...change(rows, levers.rampUp(t), t), ...switched];
    milp.row(atMost(outputBefore + rampUp, terms));
  }
  if (Number.isFinite(rampDown)) {
    const fall = times(-1, [...withoutReserve(rows, t), ...before]);
    milp.row(atMost(rampDown - outputBefore, [...fall, ...change(rows, levers.rampDown(t), t), ...switched]));
  }
}

function addSwitchLimits(rows: UnitRows, t: number): void {
  const { context, g, unit, levers } = rows;
  const { milp, x, instance } = context;
  const most = amountAt(unit.pMax, t);
  const output = [...up(rows, t), [-most, x.on(g, t)] satisfies Term, ...change(rows, levers.pMax(t), t)];
  const start = most - amountAt(unit.startupRamp, t);
  if (start > 0) {
    milp.row(atMost(0, [...output, [start, x.startup(g, t)], ...change(rows, levers.startup(t), t)]));
  }
  const stop = most - amountAt(unit.shutdownRamp, t);
  if (t + 1 < instance.periods && stop > 0) {
    milp.row(
      atMost(0, [...output, [stop, x.shutdown(g, t + 1)], ...change(rows, levers.shutdown(t + 1), t + 1)]),
    );
  }
}

/**
 * A unit may stop in the first hour only if its output before is within its shutdown limit; p_min stands for an unknown
 * output.
 */
function addStopBefore(rows: UnitRows): void {
  const { context, g, unit, levers } = rows;
  const { onBefore, powerBefore, shutdownRampBefore } = unit;
  const isKnown = powerBefore !== null || context.instance.jobType !== 'ed';
  const from = powerBefore ?? amountAt(unit.pMin, 0);
  if (!onBefore || !isKnown || from <= shutdownRampBefore + 1e-6) return;
  const lowered = change(rows, levers.shutdown(0), 0);
  context.milp.row(atMost(shutdownRampBefore, [[from, context.x.shutdown(g, 0)], ...lowered]));
}
