/** Hard fuel limits outside what the units can burn in their hours, whatever the load. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import { sum, type UnitRange } from '../ranges/infeasible-case.ts';
import { type CauseFinder, toCause } from './cause.ts';

/** Excess of a fuel limit that counts as rounding, as a share of the limit. */
const MARGIN = 1e-6;

export const fuelLimits: CauseFinder = function* ({ case: source, words, hours, jobType, units }) {
  for (const [k, limit] of source.fuel_limits.entries()) {
    const { fuel, first_hour, last_hour, max_mmbtu = Number.POSITIVE_INFINITY, min_mmbtu = 0 } = limit;
    const burners = units.filter(({ generator }) => generator.fuel === fuel);
    if (limit.penalty_usd_per_mmbtu !== undefined || burners.some(({ stuckAt }) => stuckAt !== null))
      continue;
    const limited = hours.slice(first_hour, last_hour + 1);
    const burnt = (powers: (unit: UnitRange) => readonly number[]): number =>
      sum(burners, (unit) => {
        const perHour = (unit.generator.heat_rate_btu_per_kwh ?? 0) / 1000 / source.intervalsPerHour;
        return perHour * sum(limited, (hour) => knownAt(powers(unit), hour));
      });
    // A unit starts in every second hour at most.
    const starts = jobType === 'ed' ? 0 : Math.ceil(limited.length / 2);
    const least = burnt(({ low }) => low);
    const most =
      burnt(({ high }) => high) + starts * sum(burners, ({ generator }) => generator.startup_mmbtu ?? 0);
    const span = `of ${fuel} from ${words.name(first_hour)} to ${words.name(last_hour)}`;
    const cause = (text: string) => toCause(words, 'FUEL_LIMIT', ['system', null, null], text, null);
    if (least > max_mmbtu + MARGIN * Math.max(1, max_mmbtu))
      yield cause(
        `Units must burn ${mmbtu(least)} ${span}, and fuel_limits.${k}.max_mmbtu allows ${mmbtu(max_mmbtu)}`,
      );
    if (most < min_mmbtu - MARGIN * Math.max(1, min_mmbtu))
      yield cause(
        `Units can burn at most ${mmbtu(most)} ${span}, and fuel_limits.${k}.min_mmbtu requires ${mmbtu(min_mmbtu)}`,
      );
  }
};

const mmbtu = (value: number): string => `${Number(value.toFixed(3))} MMBtu`;
