/** Tool: outputs of generators, renewables and storage by hour. */
import { object } from 'yup';
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { counted, firstMost, limited, round6, said, total } from '../explain/figures.ts';
import { generatorField, hourField, knownHour, knownName, solveFields } from './arguments.ts';
import { type DispatchRow, dispatchRows, dispatchSums, elementOf } from './dispatch-rows.ts';
import { aboutOf, scheduleOf } from './find-solve.ts';
import { defineTool } from './tool.ts';

export const getDispatch = defineTool({
  name: 'get_dispatch',
  description:
    'Outputs in MW of generators, renewables and storage by hour. Without generator and hour, a summary per element and the largest outputs.',
  parameters: object({ ...solveFields(), generator: generatorField(), hour: hourField() }).exact(),
  run: async (args, context) => {
    const solve = await scheduleOf(args, context);
    const { payload, result } = solve;
    const perHour = intervalsPerHour(payload);
    const hour = knownHour(args.hour, payload.horizon);
    const all = dispatchRows(payload, result);
    const name =
      args.generator === undefined ? undefined : knownName('generator', args.generator, namesOf(all));
    const rows = all.filter(
      (row) => (name === undefined || nameOf(row) === name) && (hour ?? row.hour) === row.hour,
    );
    const told = limited(
      rows,
      ({ output_mw }) => output_mw,
      (own) => dispatchSums(own, perHour),
      ({ energy_mwh }) => energy_mwh,
    );
    const energy_mwh = round6(total(rows.map(({ output_mw }) => output_mw)) / perHour);
    return {
      statement: sentences(rows, energy_mwh, told.omitted).join(' '),
      data: { ...aboutOf(solve), energy_mwh, ...told },
    };
  },
});

const nameOf = ({ generator, renewable, storage }: DispatchRow): string =>
  generator ?? renewable ?? storage ?? '';
const namesOf = (rows: readonly DispatchRow[]): string[] => [...new Set(rows.map(nameOf))];

function sentences(rows: readonly DispatchRow[], energy: number, omitted: number): string[] {
  const highest = firstMost(rows, ({ output_mw }) => output_mw);
  if (!highest) return ['There is no output.'];
  const largest = `At hour ${highest.hour} the output of ${elementOf(highest)} at ${highest.bus} is ${said(highest.output_mw)} MW`;
  if (rows.length === 1) return [`${largest} of at most ${said(highest.maximum_mw)} MW.`];
  return [
    `${largest}, the largest of these outputs.`,
    `Together they are ${said(energy)} MWh.`,
    ...(omitted > 0 ? [`${counted(omitted, 'record')} are left out; the sums are over all.`] : []),
  ];
}
