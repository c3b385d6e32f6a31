/** Renewables, storage and reserves in the reference solver, with one variable per hour and kind. */
import { at, type ReferenceCase, type ReferenceProduct } from './case.ts';
import type { LinearProgram, Terms } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

export function addRenewables(lp: LinearProgram, { hours, renewables }: ReferenceCase): void {
  for (const [position, { p_min, p_max, marginal_cost }] of renewables.entries())
    for (const hour of hours) {
      const [low, high] = [at(p_min, hour), at(p_max, hour)];
      const output = lp.variable(`w_${position}_${hour}`, low, Math.max(low, high), at(marginal_cost, hour));
      if (low > high) lp.row(`wind_${position}_${hour}`, { [output]: 1 }, '<=', high);
    }
}

/** Energy limits of units, renewables and storage, once their variables exist. */
export function addEnergyLimits(lp: LinearProgram, { limited }: ReferenceCase): void {
  for (const { variable, energy_limits } of limited)
    for (const [k, { first_hour, last_hour, mwh, min_mwh }] of energy_limits.entries()) {
      const terms: Record<string, number> = {};
      for (let hour = first_hour; hour <= last_hour; hour++) terms[`${variable}_${hour}`] = 1;
      lp.row(`budget_${variable}_${k}`, terms, '<=', mwh);
      if (min_mwh !== undefined) lp.row(`taken_${variable}_${k}`, terms, '>=', min_mwh);
    }
}

/** Each block of a bid has a variable by hour; those of a bid that is accepted whole are tied to binaries. */
export function addBids(lp: LinearProgram, { bids, hours }: ReferenceCase): void {
  for (const [position, bid] of bids.entries()) {
    for (const [k, { mw, cost }] of bid.blocks.entries())
      for (const hour of hours) lp.variable(`bid_${position}_${k}_${hour}`, 0, at(mw, hour), at(cost, hour));
    if (bid.isWhole) addWhole(lp, bid, position, hours);
  }
}

function addWhole(
  lp: LinearProgram,
  { blocks, decision, least }: ReferenceCase['bids'][number],
  position: number,
  hours: readonly number[],
): void {
  const takenAt = (hour: number): string => `taken_${position}_${decision(hour)}`;
  for (const name of new Set(hours.map(takenAt))) lp.binary(name);
  for (const [k, { mw }] of blocks.entries())
    for (const hour of hours) {
      const name = `${position}_${k}_${hour}`;
      lp.row(`whole_${name}`, { [`bid_${name}`]: 1, [takenAt(hour)]: -at(mw, hour) }, '=', 0);
    }
  if (least > 1) addStays(lp, takenAt, position, least, hours);
}

/**
 * With a start in each hour in which a bid becomes accepted, it is accepted while a start is less than `least` hours
 * old.
 */
function addStays(
  lp: LinearProgram,
  takenAt: (hour: number) => string,
  position: number,
  least: number,
  hours: readonly number[],
): void {
  for (const hour of hours) {
    const before: Terms = hour > 0 ? { [takenAt(hour - 1)]: -1 } : {};
    const start = lp.variable(`begun_${position}_${hour}`, 0, 1);
    lp.row(`begins_${position}_${hour}`, { [takenAt(hour)]: 1, ...before, [start]: -1 }, '<=', 0);
    const recent = hours.filter((other) => other <= hour && other > hour - least);
    const starts = each(recent.map((other) => `begun_${position}_${other}`));
    lp.row(`stays_${position}_${hour}`, { ...starts, [takenAt(hour)]: -1 }, '<=', 0);
  }
}

export function addDemandResponse(lp: LinearProgram, { demandResponse, hours }: ReferenceCase): void {
  for (const [k, item] of demandResponse.entries()) {
    for (const hour of hours) lp.variable(`cut_${k}_${hour}`, 0, at(item.most, hour), item.cost_usd_per_mwh);
    addRecovery(lp, item, k, hours);
    if (item.max_hours_per_day === undefined) continue;
    for (const hour of hours) {
      const isUsed = lp.binary(`cuts_${k}_${hour}`);
      lp.row(`cutting_${k}_${hour}`, { [`cut_${k}_${hour}`]: 1, [isUsed]: -at(item.most, hour) }, '<=', 0);
    }
    for (let from = 0; from < hours.length; from += 24) {
      const day = hours.slice(from, from + 24).map((hour) => `cuts_${k}_${hour}`);
      lp.row(`days_${k}_${from}`, each(day), '<=', item.max_hours_per_day);
    }
  }
}

/** The part of a reduction that comes back has a variable for each hour in which it may. */
function addRecovery(
  lp: LinearProgram,
  { backIn, recover_share = 0 }: ReferenceCase['demandResponse'][number],
  k: number,
  hours: readonly number[],
): void {
  const returned = hours.map(
    (hour): Record<string, number> => ({
      [lp.variable(`back_${k}_${hour}`, 0, Infinity)]: -1,
    }),
  );
  for (const hour of hours) {
    const parts = backIn(hour).map((later) => {
      const part = lp.variable(`part_${k}_${hour}_${later}`, 0, Infinity);
      Object.assign(returned[later] ?? {}, { [part]: 1 });
      return part;
    });
    if (recover_share > 0)
      lp.row(`shift_${k}_${hour}`, { ...each(parts), [`cut_${k}_${hour}`]: -recover_share }, '=', 0);
  }
  for (const hour of hours) lp.row(`returned_${k}_${hour}`, returned[hour] ?? {}, '=', 0);
}

export function addStorage(lp: LinearProgram, whole: ReferenceCase): void {
  const { horizon, hours, storage } = whole;
  for (const [position, item] of storage.entries()) {
    for (const hour of hours) {
      addStoragePowers(lp, item, position, hour);
      addStoredEnergy(lp, item, { position, hour, horizon });
    }
    const last = `e_${position}_${horizon - 1}`;
    lp.row(`final_${position}`, { [last]: 1 }, '>=', item.final_mwh);
    lp.row(`fullest_${position}`, { [last]: 1 }, '<=', item.final_max_mwh);
    lp.addCost(last, -item.final_value_usd_per_mwh);
    for (const day of new Set(item.days)) {
      const ofDay = hours.filter((hour) => item.days[hour] === day);
      const terms = each(ofDay.map((hour) => `dis_${position}_${hour}`));
      lp.row(`cycles_${position}_${day}`, terms, '<=', item.mostOfDay(day));
    }
  }
}

type ReferenceStorage = ReferenceCase['storage'][number];

function addStoragePowers(lp: LinearProgram, item: ReferenceStorage, position: number, hour: number): void {
  const name = `${position}_${hour}`;
  const [most, mostDischarge] = [at(item.charge_mw, hour), at(item.discharge_mw, hour)];
  const charging = lp.binary(`m_${name}`);
  const charge = lp.variable(`ch_${name}`, 0, most, item.charge_cost_usd_per_mwh);
  const discharge = lp.variable(`dis_${name}`, 0, mostDischarge, item.discharge_cost_usd_per_mwh);
  lp.variable(`e_${name}`, 0, item.energy_mwh);
  lp.variable(`spilled_${name}`, 0, at(item.inflow_mw, hour));
  if (item.isExclusive) {
    lp.row(`charging_${name}`, { [charge]: 1, [charging]: -most }, '<=', 0);
    lp.row(`discharging_${name}`, { [discharge]: 1, [charging]: mostDischarge }, '<=', mostDischarge);
  }
  addLeastPower(lp, charge, [at(item.charge_min_mw, hour), most]);
  addLeastPower(lp, discharge, [at(item.discharge_min_mw, hour), mostDischarge]);
}

/** The power is 0 or at least its least value. */
function addLeastPower(lp: LinearProgram, power: string, [least, most]: readonly [number, number]): void {
  if (least === 0) return;
  const isUsed = lp.binary(`used_${power}`);
  lp.row(`most_${power}`, { [power]: 1, [isUsed]: -most }, '<=', 0);
  lp.row(`least_${power}`, { [power]: 1, [isUsed]: -least }, '>=', 0);
}

function addStoredEnergy(
  lp: LinearProgram,
  item: ReferenceStorage,
  { position, hour, horizon }: { position: number; hour: number; horizon: number },
): void {
  const name = `${position}_${hour}`;
  const share = 1 - item.standing_loss_per_h;
  const isClosed = hour > 0 || item.initial_mwh === null;
  const before: Terms = isClosed ? { [`e_${position}_${hour > 0 ? hour - 1 : horizon - 1}`]: -share } : {};
  const change: Terms = {
    ...{ [`e_${name}`]: 1, ...before, [`ch_${name}`]: -item.charge_efficiency },
    ...{ [`dis_${name}`]: 1 / item.discharge_efficiency, [`spilled_${name}`]: 1 },
  };
  const brought = isClosed ? 0 : share * (item.initial_mwh ?? 0);
  lp.row(`energy_${name}`, change, '=', brought + at(item.inflow_mw, hour));
  lp.row(`least_${name}`, { [`e_${name}`]: 1 }, '>=', at(item.min_mwh, hour));
}

/**
 * Adds reserves. q: reserve of one unit for one product; the sums of q over products in up and down direction are the
 * unit's r and d. qs and qw: reserve of storage and renewables, which have rows of their own.
 */
export function addReserves(lp: LinearProgram, whole: ReferenceCase): void {
  if (whole.reserves.length === 0) return;
  for (const hour of whole.hours) {
    for (const q of whole.reserves.keys()) addRequirement(lp, whole, q, hour);
    for (const unit of whole.generators.keys()) {
      addUnitReserve(lp, whole, unit, hour);
      addQuickStart(lp, whole, unit, hour);
    }
    addStorageReserve(lp, whole, hour);
    addRenewableReserve(lp, whole, hour);
  }
}

function addRequirement(lp: LinearProgram, { reserves }: ReferenceCase, q: number, hour: number) {
  const product = reserves[q];
  if (!product) return;
  const short = product.shortfall.map(({ most, price }, k) =>
    lp.variable(`short_${q}_${hour}_${k}`, 0, most, price),
  );
  const givers = reserveVariables(product, q, hour);
  for (const name of givers) lp.variable(name, 0, Infinity);
  const counted = product.counted.flatMap((k) => (reserves[k] ? reserveVariables(reserves[k], k, hour) : []));
  lp.row(`reserve_${q}_${hour}`, { ...each(counted), ...each(short) }, '>=', at(product.mw, hour));
}

/** Variables of all providers of the product. */
export const reserveVariables = ({ givers }: ReferenceProduct, q: number, hour: number): string[] =>
  givers.map(({ kind, position }) => `${kind}_${q}_${position}_${hour}`);

/** Variables of one provider, over all products of a direction. */
function reserveOf(
  { reserves }: ReferenceCase,
  kind: 'q' | 'qo' | 'qs' | 'qw',
  index: number,
  hour: number,
  direction: 'up' | 'down',
) {
  return reserves.flatMap(({ givers, isDown }, q) =>
    isDown === (direction === 'down') &&
    givers.some((giver) => giver.kind === kind && giver.position === index)
      ? [`${kind}_${q}_${index}_${hour}`]
      : [],
  );
}

/** Sum of these variables, times a factor. */
const each = (names: readonly string[], factor = 1): Terms =>
  Object.fromEntries(names.map((name) => [name, factor]));

function addUnitReserve(lp: LinearProgram, whole: ReferenceCase, unit: number, hour: number): void {
  const name = `${unit}_${hour}`;
  const up = reserveOf(whole, 'q', unit, hour, 'up');
  const down = reserveOf(whole, 'q', unit, hour, 'down');
  lp.row(`share_${name}`, { ...each(up), [unitVariable('r', unit, hour)]: -1 }, '=', 0);
  lp.row(`lower_${name}`, { ...each(down), [unitVariable('d', unit, hour)]: -1 }, '=', 0);
  for (const [product, { most }] of whole.reserves.entries()) {
    const variable = `q_${product}_${unit}_${hour}`;
    const limit = at(most[unit] ?? [], hour);
    if (limit === Infinity || ![...up, ...down].includes(variable)) continue;
    lp.row(`fast_${product}_${name}`, { [variable]: 1, [unitVariable('u', unit, hour)]: -limit }, '<=', 0);
  }
}

/** Reserve of a unit that is off: it was off in all hours of its minimum down time before. */
function addQuickStart(lp: LinearProgram, whole: ReferenceCase, unit: number, hour: number): void {
  const off = reserveOf(whole, 'qo', unit, hour, 'up');
  const generator = whole.generators[unit];
  if (off.length === 0 || !generator) return;
  const { quick_start_mw, min_downtime, initial_status } = generator;
  const [least, most] = [at(generator.p_min, hour), at(generator.p_max, hour)];
  const mayStart = at(generator.mostOn, hour) === 1 && at(generator.startup_ramp, hour) >= least - 1e-6;
  const rests = Math.max(hour > 0 || initial_status > 0 ? 1 : 0, min_downtime);
  const wasOn = initial_status > 0 ? rests > hour : rests > hour - initial_status;
  const mw = whole.relaxed || !mayStart || wasOn ? 0 : Math.min(quick_start_mw, most);
  for (let back = 0; back <= Math.min(rests, hour); back++)
    lp.row(
      `quick_${unit}_${hour}_${back}`,
      { ...each(off), [unitVariable('u', unit, hour - back)]: mw },
      '<=',
      mw,
    );
}

function addStorageReserve(lp: LinearProgram, whole: ReferenceCase, hour: number): void {
  for (const [s, item] of whole.storage.entries()) {
    const name = `${s}_${hour}`;
    const up = reserveOf(whole, 'qs', s, hour, 'up');
    const down = reserveOf(whole, 'qs', s, hour, 'down');
    const net: Terms = { [`dis_${name}`]: 1, [`ch_${name}`]: -1 };
    const against: Terms = { [`dis_${name}`]: -1, [`ch_${name}`]: 1 };
    if (up.length > 0) {
      const share = item.discharge_efficiency;
      lp.row(`power_up_${name}`, { ...net, ...each(up) }, '<=', at(item.discharge_mw, hour));
      const least = -share * at(item.min_mwh, hour);
      lp.row(`stored_${name}`, { ...each(up), [`e_${name}`]: -share }, '<=', least);
    }
    if (down.length === 0) continue;
    lp.row(`power_down_${name}`, { ...against, ...each(down) }, '<=', at(item.charge_mw, hour));
    lp.row(`room_${name}`, { ...each(down), [`e_${name}`]: 1 }, '<=', item.energy_mwh);
  }
}

function addRenewableReserve(lp: LinearProgram, whole: ReferenceCase, hour: number): void {
  for (const [i, { p_min, p_max }] of whole.renewables.entries()) {
    const output: Terms = { [`w_${i}_${hour}`]: 1 };
    const up = reserveOf(whole, 'qw', i, hour, 'up');
    const down = reserveOf(whole, 'qw', i, hour, 'down');
    if (up.length > 0) lp.row(`spill_${i}_${hour}`, { ...output, ...each(up) }, '<=', at(p_max, hour));
    if (down.length > 0) lp.row(`take_${i}_${hour}`, { ...output, ...each(down, -1) }, '>=', at(p_min, hour));
  }
}
