/**
 * Commitment of the elastic model (Garver 1962; Rajan, Takriti 2005), with a binary z_k that is 1 when a
 * minimum time falls by at least k hours:
 *
 *     u[t] - u[t-1] = v[t] - w[t],   v[t] <= u[t],   w[t] <= 1 - u[t]
 *     sum_{i=t-h+1..t} v[i] <= u[t] + z_{UT-h+1},   h = 2..UT
 *     u[t] >= 1 - z_{UT-s-t} while the s hours on before the first hour hold the unit on
 */
import type { CaseGenerator } from '../../case/case.ts';
import { mustRunIn } from '../../case/commitment-bounds.ts';
import { atLeast, atMost, equal, type Term } from '../../milp/model.ts';
import { lastHours } from '../../uc/formulation/commitment.ts';
import type { ElasticContext } from './elastic-context.ts';
import type { Lever, UnitLevers } from './lever.ts';

/**
 * Maximum number of rows for changes of minimum times within the horizon. In a larger case, only the minimum times of
 * units with fixed hours may change, and the hours that the initial status imposes.
 */
const MOST_ROWS = 20_000;

export function addCommitmentRows(context: ElasticContext): void {
  const { units, periods, jobType } = context.instance;
  const rows = units.reduce((sum, unit) => sum + (unit.minUptime + unit.minDowntime) * periods, 0);
  for (const [g, generator] of context.instance.case.generators.entries()) {
    const levers = context.unitLevers[g];
    if (!levers) continue;
    addLogic(context, g);
    addDecisions(context, g, generator, levers);
    if (jobType === 'ed') continue;
    addHolds(context, g, generator, levers);
    addMinimumTimes(context, g, levers, rows <= MOST_ROWS || generator.fixed.size > 0);
  }
}

function addLogic({ milp, x, instance }: ElasticContext, g: number): void {
  const { units, periods } = instance;
  for (let t = 0; t < periods; t++) {
    const before: Term[] = t > 0 ? [[-1, x.on(g, t - 1)]] : [];
    const value = t === 0 && units[g]?.onBefore ? 1 : 0;
    const [on, startup, shutdown]: [Term, Term, Term] = [
      [1, x.on(g, t)],
      [1, x.startup(g, t)],
      [1, x.shutdown(g, t)],
    ];
    milp.row(equal(value, [on, ...before, [-1, x.startup(g, t)], shutdown]));
    milp.row(atMost(0, [startup, [-1, x.on(g, t)]]));
    milp.row(atMost(1, [shutdown, on]));
  }
}

/** Rows of must_run, fixed_commitment, or the commitment of a dispatch. */
function addDecisions(context: ElasticContext, g: number, unit: CaseGenerator, levers: UnitLevers): void {
  const { periods, jobType, relaxed } = context.instance;
  for (let t = 0; t < periods; t++) {
    if (relaxed) {
      if (unit.isAvailable[t]) decide(context, g, t, true);
    } else if (jobType === 'ed') {
      const on = unit.commitment?.[t] === 1;
      decide(context, g, t, on, levers.decided('commitment', t, on));
    } else if (mustRunIn(unit, t)) decide(context, g, t, true, levers.mustRun(t));
  }
  if (jobType === 'ed') return;
  for (const [hour, on] of unit.fixed)
    decide(context, g, hour, on, levers.decided('fixed_commitment', hour, on));
}

function decide({ milp, x, levers }: ElasticContext, g: number, t: number, on: boolean, lever?: Lever): void {
  const terms: Term[] = [[1, x.on(g, t)], ...(lever ? levers.terms(lever, t, on ? 1 : -1) : [])];
  milp.row(on ? atLeast(1, terms) : atMost(0, terms));
}

/** Rows of the hours in which the initial status keeps a unit on or off. */
function addHolds(
  { milp, instance, x, levers }: ElasticContext,
  g: number,
  unit: CaseGenerator,
  ownLevers: UnitLevers,
) {
  const { initial_status: status, min_uptime, min_downtime } = unit;
  const on = status > 0;
  const owed = on ? min_uptime - status : min_downtime + status;
  for (let t = 0; t < Math.min(owed, instance.periods); t++) {
    const step = levers.step(on ? ownLevers.minUptime : ownLevers.minDowntime, t, owed - t);
    const terms: Term[] = [
      [1, x.on(g, t)],
      ...(step === undefined ? [] : [[on ? 1 : -1, step] satisfies Term]),
    ];
    milp.row(on ? atLeast(1, terms) : atMost(0, terms));
  }
}

function addMinimumTimes(context: ElasticContext, g: number, levers: UnitLevers, elastic: boolean): void {
  const { x, instance } = context;
  const unit = instance.units[g];
  if (!unit) return;
  const sides = [
    { hours: unit.minUptime, lever: levers.minUptime, switched: x.startup, sign: -1, room: 0 },
    { hours: unit.minDowntime, lever: levers.minDowntime, switched: x.shutdown, sign: 1, room: 1 },
  ] as const;
  for (const side of sides) {
    for (let t = 0; t < instance.periods; t++) {
      const state: Term = [side.sign, x.on(g, t)];
      for (const { hours, step } of windows(context, side.lever, side.hours, t, elastic)) {
        const switches = lastHours(hours, t, (i) => side.switched(g, i));
        context.milp.row(atMost(side.room, [...switches, state, ...step]));
      }
    }
  }
}

/** Windows of hours that reach back from t, each with the column that relaxes its row. */
function windows({ levers }: ElasticContext, lever: Lever, full: number, t: number, elastic: boolean) {
  const longest = Math.min(full, t + 1);
  if (longest < 2) return [];
  if (!(elastic || levers.byHour) || !levers.has(lever)) return [{ hours: longest, step: [] }];
  return Array.from({ length: levers.byHour ? 1 : longest - 1 }, (_, k) => {
    const hours = longest - k;
    const step = levers.step(lever, t, full - hours + 1);
    return { hours, step: step === undefined ? [] : [[-1, step] satisfies Term] };
  });
}
