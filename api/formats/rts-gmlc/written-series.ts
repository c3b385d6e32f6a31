/** The series of a network as tables of RTS-GMLC, and what points to them. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import { type Cell, toCsv } from '../tables/write-table.ts';

const FOLDER = 'timeseries_data_files';
const MS_PER_HOUR = 3_600_000;
/** The tables have dates always. */
export const FIRST_HOUR = '2020-01-01T00:00';

/** A series, what points to it, and the table in which it stands. */
interface WrittenSeries {
  readonly category: 'Area' | 'Generator' | 'Reserve';
  readonly object: string;
  readonly parameter: string;
  readonly file: string;
  readonly values: readonly number[];
}

export function seriesOf(
  content: NetworkContent,
  areas: ReadonlyMap<string, readonly number[]>,
): WrittenSeries[] {
  const unit = (
    name: string,
    parameter: string,
    folder: string,
    values: readonly number[],
  ): WrittenSeries => ({
    category: 'Generator',
    object: name,
    parameter,
    file: `${FOLDER}/${folder}.csv`,
    values,
  });
  const renewables = (content.renewables ?? []).flatMap((each): WrittenSeries[] => {
    const { name, p_max, p_min, must_take, energy_limits } = each;
    if (energy_limits?.period === 'day' && p_max.length === 1)
      return [unit(name, 'Natural_Inflow', 'CSP/DAY_AHEAD_inflow', energy_limits.mwh.flatMap(spreadOverDay))];
    return [
      unit(name, 'PMax MW', 'Renewable/DAY_AHEAD_most', p_max),
      ...(must_take ? [unit(name, 'PMin MW', 'Renewable/DAY_AHEAD_most', p_max)] : []),
      ...(p_min && !must_take ? [unit(name, 'PMin MW', 'Renewable/DAY_AHEAD_least', p_min)] : []),
    ];
  });
  return [
    ...[...areas].map(
      ([area, values]): WrittenSeries => ({
        category: 'Area',
        object: area,
        parameter: 'MW Load',
        file: `${FOLDER}/Load/DAY_AHEAD_load.csv`,
        values,
      }),
    ),
    ...content.generators.flatMap(({ name, p_max_profile }) =>
      p_max_profile ? [unit(name, 'PMax MW', 'Thermal/DAY_AHEAD_most', p_max_profile)] : [],
    ),
    ...renewables,
    ...(content.reserves ?? []).flatMap(({ name, mw }, q): WrittenSeries[] =>
      Array.isArray(mw)
        ? [
            {
              category: 'Reserve',
              object: name,
              parameter: 'Requirement',
              file: `${FOLDER}/Reserves/DAY_AHEAD_${q + 1}.csv`,
              values: mw,
            },
          ]
        : [],
    ),
  ];
}

const HOURS_PER_DAY = 24;
const spreadOverDay = (mwh: number): number[] => new Array<number>(HOURS_PER_DAY).fill(mwh / HOURS_PER_DAY);

export const toPointer = ({ category, object, parameter, file }: WrittenSeries): Record<string, Cell> => ({
  Simulation: 'DAY_AHEAD',
  Category: category,
  Object: object,
  Parameter: parameter,
  'Scaling Factor': 1,
  'Data File': `../${file}`,
});

/** A table of one row an hour, with a column per object. */
export function writeSeries(
  series: readonly WrittenSeries[],
  { series_start }: NetworkContent,
  hours: number,
): string {
  const start = Date.parse(
    `${(series_start ?? FIRST_HOUR).slice(0, 10)}T${series_start?.slice(11, 16) || '00:00'}Z`,
  );
  const columns = new Map(series.map(({ object, values }) => [object, values]));
  const all = [...columns.values()];
  function* rows(): Generator<Cell[]> {
    for (let hour = 0; hour < hours; hour++) {
      const date = new Date(start + hour * MS_PER_HOUR);
      const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours() + 1];
      yield [...day, ...all.map((values) => values[hour % values.length])];
    }
  }
  return toCsv(['Year', 'Month', 'Day', 'Period', ...columns.keys()], rows());
}
