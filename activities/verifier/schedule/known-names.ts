/** The names that each field of a result may have, and the check that reports any other. */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import { type GridShifter, isSoft } from './grid.ts';
import type { Schedule, UnverifiedResult } from './schedule.ts';
import { unknownKeys } from './series.ts';
import { mayShed } from './shedding.ts';

type NamedField = readonly [field: keyof UnverifiedResult, check: CheckName, names: () => readonly string[]];

export function namedFields({ case: judged, grid }: Pick<Schedule, 'case' | 'grid'>): readonly NamedField[] {
  const namesOf = (items: readonly { readonly name: string }[]) => {
    return () => items.map(({ name }) => name);
  };
  const units = namesOf(judged.generators);
  const renewables = namesOf(judged.renewables);
  const products = namesOf(judged.reserves);
  const buses = () => grid.buses.map((bus) => `bus_${bus}`);
  const lines = grid.lines.length > 0 ? judged.transmission_lines : [];
  const soft = lines.filter(({ penalty_usd_per_mwh: penalty }) => isSoft({ penalty }));
  const { fuel_limits: limits, interfaces } = judged;
  const shiftedLine = ({ position }: GridShifter) => grid.lines[position]?.id ?? '';
  return [
    ['commitment', 'output_limits', units],
    ['dispatch_mw', 'output_limits', units],
    ['startup', 'output_limits', units],
    ['renewable_mw', 'output_limits', renewables],
    ['curtailment_mw', 'output_limits', renewables],
    ['bid_mw', 'output_limits', namesOf(judged.bids)],
    ['demand_response_mw', 'output_limits', namesOf(judged.demand_response)],
    ['recovered_mw', 'output_limits', namesOf(judged.demand_response)],
    ['storage', 'storage', namesOf(judged.storage)],
    ['reserve_mw', 'reserve', products],
    ['reserve_shortfall_mw', 'reserve', products],
    ['flows_mw', 'line_limits', () => lines.map(({ id }) => id)],
    ['overflow_mw', 'line_limits', () => soft.map(({ id }) => id)],
    ['dc_flow_mw', 'line_limits', () => grid.dcLines.map(({ id }) => id)],
    ['phase_shift_deg', 'line_limits', () => grid.shifters.map(shiftedLine)],
    ['interface_flow_mw', 'line_limits', () => interfaces.map(({ id }) => id)],
    [
      'interface_overflow_mw',
      'line_limits',
      () => interfaces.filter(({ penalty_usd_per_mwh: usd }) => Number.isFinite(usd)).map(({ id }) => id),
    ],
    ['unserved_mw', 'power_balance', () => (mayShed(judged.loads) ? buses() : [])],
    ['generator_emissions_t', 'emission_limit', units],
    ['fuel_used_mmbtu', 'fuel_limit', () => limits.map(({ fuel }) => fuel)],
    [
      'fuel_overflow_mmbtu',
      'fuel_limit',
      () => limits.filter(({ penalty_usd_per_mmbtu: usd }) => Number.isFinite(usd)).map(({ fuel }) => fuel),
    ],
    ['lmp', 'lmp_decomposition', buses],
    ['lmp_components', 'lmp_decomposition', buses],
    ['reserve_price_usd_per_mw', 'prices', products],
    ['interface_shadow_price_usd_per_mwh', 'prices', () => interfaces.map(({ id }) => id)],
  ];
}

/** Excesses for names that the payload lacks, in the fields that a check judges. */
export function* unknownNames(schedule: Schedule, check: CheckName): Iterable<number> {
  for (const [field, judge, names] of namedFields(schedule))
    if (judge === check) yield* unknownKeys(schedule.result[field], names());
}
