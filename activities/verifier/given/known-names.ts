/** Names of a schedule that the case does not have: each is a problem, and none of them may hide another. */
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { ScheduleProblem } from '../../../temporal/case/messages/verification.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { readGrid } from '../schedule/grid.ts';
import type { UnverifiedResult } from '../schedule/schedule.ts';

type ByName = {
  [Field in keyof UnverifiedResult]-?: NonNullable<UnverifiedResult[Field]> extends Readonly<
    Record<string, readonly number[]>
  >
    ? Field
    : never;
}[keyof UnverifiedResult];

type Rows = readonly (readonly [
  field: ByName | 'storage' | 'reserve_mw',
  check: CheckName,
  names: readonly string[],
])[];

export function knownNames(payload: SolvePayload, jobType: JobType, result: UnverifiedResult) {
  const strangers: ScheduleProblem[] = [];
  const known: Record<string, unknown> = { ...result };
  for (const [field, check, names] of rowsOf(payload, jobType)) {
    const given = Object.entries(result[field] ?? {});
    const all = new Set(names);
    known[field] = Object.fromEntries(given.filter(([name]) => all.has(name)));
    for (const [name] of given.filter(([each]) => !all.has(each)))
      strangers.push({
        check,
        element_type: 'system',
        element_id: null,
        hour: null,
        excess: null,
        unit: '',
        message: `${field} has ${JSON.stringify(name.slice(0, 200))}, which the case does not have`,
      });
  }
  // Only entries were left out of fields that stay what they are.
  return { known: known as unknown as UnverifiedResult, strangers };
}

function rowsOf(payload: SolvePayload, jobType: JobType): Rows {
  const named = (items: readonly { readonly name: string }[] = []) => items.map(({ name }) => name);
  const units = named(payload.generators);
  const renewables = named(payload.renewables);
  const products = payload.reserves ?? [];
  const grid = readGrid(payload, jobType);
  const sheds = payload.options?.unserved_energy_usd_per_mwh !== undefined;
  const lines = grid.lines.length > 0 ? (payload.transmission_lines ?? []) : [];
  return [
    ['commitment', 'output_limits', units],
    ['dispatch_mw', 'output_limits', units],
    ['startup', 'output_limits', units],
    ['renewable_mw', 'output_limits', renewables],
    ['curtailment_mw', 'output_limits', renewables],
    ['storage', 'storage', named(payload.storage)],
    ['reserve_mw', 'reserve', named(products)],
    ['reserve_shortfall_mw', 'reserve', named(products)],
    ['flows_mw', 'line_limits', lines.map(({ id }) => id)],
    [
      'overflow_mw',
      'line_limits',
      lines.flatMap(({ id, penalty_usd_per_mwh }) => (penalty_usd_per_mwh === undefined ? [] : [id])),
    ],
    ['dc_flow_mw', 'line_limits', grid.dcLines.map(({ id }) => id)],
    ['unserved_mw', 'power_balance', sheds ? grid.buses.map((bus) => `bus_${bus}`) : []],
    ['generator_emissions_t', 'emission_limit', units],
  ];
}
