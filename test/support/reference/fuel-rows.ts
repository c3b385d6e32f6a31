/** Limits of fuel in the reference solver. Each start has a variable that is 1 in its hour only. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { ReferenceCase } from './case.ts';
import type { LinearProgram } from './linear-program.ts';
import { unitVariable } from './unit-rows.ts';

export function addFuelLimits(lp: LinearProgram, whole: ReferenceCase): void {
  const { fuelLimits, generators, hours, jobType } = whole;
  for (const [k, { fuel, first_hour, last_hour, max_mmbtu, min_mmbtu, outside }] of fuelLimits.entries()) {
    const terms: Record<string, number> = {};
    for (const [unit, { fuel: burnt, heat_rate, startup_mmbtu }] of generators.entries()) {
      if (burnt !== fuel) continue;
      for (const hour of hours.slice(first_hour, last_hour + 1)) {
        terms[unitVariable('p', unit, hour)] = heat_rate;
        if (jobType !== 'ed') terms[addFiring(lp, unit, hour)] = startup_mmbtu;
      }
    }
    const amount = lp.variable(`fuel_outside_${k}`, 0, outside.most, outside.price);
    lp.row(`fuel_most_${k}`, { ...terms, [amount]: -1 }, '<=', max_mmbtu);
    lp.row(`fuel_least_${k}`, { ...terms, [amount]: 1 }, '>=', min_mmbtu);
  }
}

/** Start of a unit: on in this hour, and off in the hour before. */
function addFiring(lp: LinearProgram, unit: number, hour: number): string {
  const firing = lp.variable(unitVariable('fired', unit, hour), 0, 1);
  const [on, onBefore] = [unitVariable('u', unit, hour), unitVariable('u', unit, hour - 1)];
  const name = `${unit}_${hour}`;
  lp.row(`fires_${name}`, { [firing]: 1, [on]: -1, [onBefore]: 1 }, '>=', 0);
  lp.row(`fires_on_${name}`, { [firing]: 1, [on]: -1 }, '<=', 0);
  lp.row(`fires_off_${name}`, { [firing]: 1, [onBefore]: 1 }, '<=', 1);
  return firing;
}

interface Solved {
  value(column: string): number;
  dual(row: string): number;
}

/** Fuel figures and prices of a case with limits of fuel. */
export function fuelFigures(
  { fuelLimits, generators, hours, jobType }: ReferenceCase,
  { value, dual }: Solved,
  starts: Readonly<Record<string, readonly number[]>>,
): Pick<SolveResult, 'fuel_used_mmbtu' | 'fuel_overflow_mmbtu' | 'fuel_limit_price_usd_per_mmbtu'> {
  if (fuelLimits.length === 0) return {};
  const used = (fuel: string) =>
    hours.map((hour) =>
      generators.reduce((sum, { name, fuel: burnt, heat_rate, startup_mmbtu }, unit) => {
        if (burnt !== fuel) return sum;
        const started = jobType === 'ed' ? 0 : (starts[name]?.[hour] ?? 0);
        return sum + heat_rate * value(unitVariable('p', unit, hour)) + startup_mmbtu * started;
      }, 0),
    );
  const lists = (of: (k: number) => number, fuels = fuelLimits) =>
    Object.fromEntries(
      fuels.map(({ fuel }) => [
        fuel,
        [...fuelLimits.entries()].flatMap(([k, limit]) => (limit.fuel === fuel ? [of(k)] : [])),
      ]),
    );
  const soft = fuelLimits.filter(({ outside }) => outside.most > 0);
  return {
    fuel_used_mmbtu: Object.fromEntries(fuelLimits.map(({ fuel }) => [fuel, used(fuel)])),
    ...(soft.length > 0 && { fuel_overflow_mmbtu: lists((k) => value(`fuel_outside_${k}`), soft) }),
    fuel_limit_price_usd_per_mmbtu: lists(
      (k) => Math.max(0, -dual(`fuel_most_${k}`)) - Math.max(0, dual(`fuel_least_${k}`)),
    ),
  };
}

/** Penalties for fuel outside its limits, $. */
export const fuelPenalties = ({ fuelLimits }: ReferenceCase, { value }: Pick<Solved, 'value'>): number =>
  fuelLimits.reduce((usd, { outside }, k) => usd + outside.price * value(`fuel_outside_${k}`), 0);
