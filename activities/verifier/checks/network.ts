/** Checks of the balance of power, and of flow limits before and after contingencies. */

import { injections, lossWithdrawals, physicalLosses } from '../network/injections.ts';
import { outsideLimits } from '../network/interface-flows.ts';
import type { NetworkAudit } from '../network/network-audit.ts';
import { byIsland, MW_PER_DEGREE } from '../schedule/grid.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { Rule, Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';
import { mostShed, shedSteps } from '../schedule/shedding.ts';

/** Largest difference between linearised losses and r f^2: a share and a constant, MW. */
const LOSS_SHARE = 0.05;
const LOSS_MW = 1;
/**
 * Tolerance by which reported losses of an island may fall short of the computed ones, as a share and in MW;
 * understated losses would let too little be produced.
 */
export const MISSING_SHARE = 0.01;
export const MISSING_MW = 0.1;

/**
 * Power balance of every island and hour:
 *   sum p + renewables + discharge - charge + unserved = load + losses  [MW].
 * Unserved energy is at least 0 and at most the load that may be shed at its bus; losses are near sum r f^2 / 100 MVA,
 * and in no island far below.
 */
export const powerBalance: Rule = {
  name: 'power_balance',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownNames(schedule, 'power_balance');
    yield* unservedExcesses(schedule);
    yield* schedule.isLossy ? lossyBalance(schedule) : losslessBalance(schedule);
  },
};

function* unservedExcesses(schedule: Schedule): Iterable<number> {
  for (const [bus, shed] of schedule.unserved.entries()) {
    for (const hour of schedule.hours) {
      yield -at(shed, hour);
      yield at(shed, hour) - mostShed(shedSteps(schedule, bus, hour));
    }
  }
}

function* losslessBalance(schedule: Schedule): Iterable<number> {
  for (const net of injections(schedule)) yield* byIsland(schedule.grid, net).map(Math.abs);
}

function* lossyBalance(schedule: Schedule): Iterable<number> {
  const { flows, grid, hours, losses } = schedule;
  const net = injections(schedule);
  const withdrawn = lossWithdrawals(schedule, net);
  for (const hour of hours) {
    const lost = withdrawn[hour] ?? [];
    yield Math.abs(Float64Array.from(lost).reduce((sum, mw) => sum + mw, 0) - at(losses, hour));
    yield* Float64Array.from(lost, (mw) => -mw);
    const physical = physicalLosses(grid, (line) => at(flows[line] ?? [], hour));
    const total = physical.reduce((sum, mw) => sum + mw, 0);
    yield Math.abs(at(losses, hour) - total) - LOSS_SHARE * total - LOSS_MW;
    const drawn = byIsland(grid, lost);
    yield* physical.map((mw, island) => (1 - MISSING_SHARE) * mw - MISSING_MW - at(drawn, island));
  }
}

/**
 * Base-case flows of an independent DC load flow are within the normal ratings plus the reported overflow of soft
 * lines, and equal the reported flows; DC lines and phase shifters are within their limits [MW].
 */
export const lineLimits = (audit: NetworkAudit): Rule => ({
  name: 'line_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* unknownNames(schedule, 'line_limits');
    yield* unknownBindings(schedule);
    yield* audit.baseExcesses;
    yield* dcExcesses(schedule);
    yield* angleExcesses(schedule);
    const { flows, hours, overflow } = schedule;
    for (const [line, reported] of flows.entries())
      for (const hour of hours) yield Math.abs(at(reported, hour) - at(audit.flows?.[hour] ?? [], line));
    for (const series of overflow) yield* series.map((mw) => -mw);
  },
});

/** Excesses over the limits of DC lines, MW: limits of the power, and of its change from the hour before. */
function* dcExcesses({ dcLines, hours }: Schedule): Iterable<number> {
  for (const { line, power } of dcLines) {
    for (const hour of hours) {
      yield at(line.least, hour) - at(power, hour);
      yield at(power, hour) - at(line.most, hour);
      const before = hour > 0 ? at(power, hour - 1) : line.before;
      if (before === undefined) continue;
      const rise = at(power, hour) - before;
      if (line.rampUp < Number.POSITIVE_INFINITY) yield rise - line.rampUp;
      if (line.rampDown < Number.POSITIVE_INFINITY) yield -rise - line.rampDown;
    }
  }
}

/** Excesses over the limits of angles, as the power that they move, MW. */
function* angleExcesses({ grid, hours, shifters }: Schedule): Iterable<number> {
  for (const { position, degrees, least, most } of shifters) {
    const mw = Math.abs((grid.lines[position]?.susceptance ?? Number.NaN) * MW_PER_DEGREE);
    for (const hour of hours) yield mw * Math.max(least - at(degrees, hour), at(degrees, hour) - most);
  }
}

function* unknownBindings({ case: judged, grid, hours, result }: Schedule): Iterable<number> {
  const ids = grid.lines.length > 0 ? judged.transmission_lines.map(({ id }) => id) : [];
  for (const { hour, line_id } of result.binding_constraints) {
    if (hours[hour] === undefined || !ids.includes(line_id)) yield Number.POSITIVE_INFINITY;
  }
}

/**
 * Preventive N-1. Lines: flows of a DC load flow without the lost lines are within the emergency ratings plus the
 * reported overflow; outages that split an island are not considered. Generators: the online headroom of the other
 * units, sum (p_max - p), covers the output of the lost ones [MW].
 */
export const contingencyLimits = (audit: NetworkAudit): Rule => ({
  name: 'contingency_limits',
  tolerance: 1e-3,
  *excesses(schedule) {
    yield* audit.contingencyExcesses;
    for (const { generators } of schedule.outages) yield* headroomExcesses(schedule, generators);
  },
});

/**
 * Flows of interfaces in an independent DC load flow, after their contingencies, are within hard limits, and equal the
 * reported flows; the overflow of soft limits is the reported one [MW].
 */
export const interfaceLimits = ({ interfaceFlows }: NetworkAudit): Rule => ({
  name: 'interface_limits',
  tolerance: 1e-3,
  *excesses({ hours, interfaces, result }) {
    for (const item of interfaces) {
      const flows = interfaceFlows.get(item.id);
      if (!flows) continue;
      const isSoft = Number.isFinite(item.penalty_usd_per_mwh);
      const overflow = isSoft ? readSeries(result.interface_overflow_mw, item.id, flows.length) : [];
      for (const hour of hours) {
        const mw = at(flows, hour);
        const outside = outsideLimits(item, hour, mw);
        yield isSoft ? Math.abs(at(overflow, hour) - Math.max(0, outside)) : outside;
        yield Math.abs(at(item.flow, hour) - mw);
      }
    }
  },
});

function* headroomExcesses({ hours, units }: Schedule, lost: ReadonlySet<string>) {
  if (lost.size === 0) return;
  for (const hour of hours) {
    let shortfall = 0;
    for (const unit of units) {
      const output = at(unit.output, hour);
      if (lost.has(unit.name)) shortfall += output;
      else if (unit.on[hour]) shortfall -= at(unit.p_max, hour) - output;
    }
    yield shortfall;
  }
}
