/** Report of a run: energy, cost and revenue by fuel, type, area, month or unit; charts and downloads. */
import { useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { colorOf } from '../../client/fuels.ts';
import { namesOf, RUN_TABLES, type RunTable } from '../../client/tables.ts';
import { Download, SignedFiles } from '../parts/download-item.tsx';
import { Card, Loaded, Notice } from '../parts/elements.tsx';
import { Fold } from '../parts/fold.tsx';
import { Choice } from '../parts/form.tsx';
import { count, energy, money, percent } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { api, get } from '../parts/session.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Room } from '../results/room.ts';
import { Congestion } from './congestion.tsx';
import { DurationCurves, Months, StorageUse } from './report-charts.tsx';
import { kindOfSupply, shareOfHours } from './run-hours.ts';

type Report = Reply<'getModelBuilderExecutionsByExecutionIdReport'>;

interface ReportProps {
  readonly id: string;
  /** Number of solved windows; the report is read again when it changes. */
  readonly done: number;
  /** Id of a job of the run. */
  readonly jobId: string;
  readonly networkId: string;
  readonly room: Room;
}

export function ReportOf({ id, done, jobId, networkId, room }: ReportProps) {
  const params = { path: { execution_id: id } };
  const load = useLoad(
    (signal) => get('/api/model-builder/executions/{execution_id}/report', { params, signal }),
    [id, done],
  );
  return (
    <Loaded load={load}>
      {(report) => (
        <Card title="Report">
          <Notice tone={report.verdict.kept ? 'good' : 'warning'}>
            {report.verdict.sentences.join(' ')}
          </Notice>
          <Rows report={report} room={room} />
          {!isGuest && <Congestion jobId={jobId} networkId={networkId} lines={report.lines} />}
          <Months report={report} />
          <StorageUse report={report} />
          <Fold title="Duration of load and price">
            <DurationCurves report={report} />
          </Fold>
          <ul class="rows">
            <SignedFiles
              id={id}
              read={(what) =>
                data(
                  api.GET(`/api/model-builder/executions/{execution_id}/${what}`, {
                    params,
                    parseAs: 'blob',
                  }),
                )
              }
            />
          </ul>
          <Fold title="Download hourly data">
            <Files id={id} />
          </Fold>
        </Card>
      )}
    </Loaded>
  );
}

const GROUPS = ['fuel', 'type', 'area', 'month', 'unit'] as const;
type Group = (typeof GROUPS)[number];

/** A row of the report in any grouping. */
interface Row {
  readonly name: string;
  readonly capacity_factor?: number | null;
  /** Sum over thermal units of their number of hours in the run; 0 without thermal units. */
  readonly unitHours: number;
  /** Colour of the kind of generation. */
  readonly color?: string;
  readonly sums: Pick<
    Report['by_unit'][number],
    | 'generation_mwh'
    | 'curtailed_mwh'
    | 'hours_on'
    | 'starts'
    | 'fuel_mmbtu'
    | 'co2_t'
    | 'total_cost_usd'
    | 'revenue_usd'
    | 'uplift_usd'
  >;
}

function rowsOf(report: Report, group: Group): Row[] {
  const { by_unit, by_month, hours } = report;
  const thermal = by_unit.filter(({ kind }) => kind === 'generator');
  if (group === 'month')
    return by_month.map((row) => ({ name: row.month, sums: row, unitHours: thermal.length * row.hours }));
  const rows =
    group === 'unit' ? by_unit.map((row) => ({ ...row, group: row.unit, units: 1 })) : report[`by_${group}`];
  return rows.map((row) => {
    const first = group === 'area' ? undefined : by_unit.find((unit) => unit[group] === row.group);
    return {
      name: row.group ?? (first?.kind === 'storage' ? 'Storage' : 'not stated'),
      capacity_factor: row.capacity_factor,
      sums: row,
      unitHours: hours * thermal.filter((unit) => unit[group] === row.group).length,
      ...(first && { color: colorOf(kindOfSupply(first)) }),
    };
  });
}

const amount = (value: number | null, unit: string): string =>
  value === null ? '' : `${count(value)} ${unit}`;

const columnsOf = (group: Group, { totals }: Report): readonly Column<Row>[] => [
  {
    head: group[0]?.toUpperCase() + group.slice(1),
    cell: ({ name, color }) => (
      <span class="legend">
        {color && <i style={{ background: color }} />}
        {name}
      </span>
    ),
  },
  { head: 'Energy', isNumber: true, cell: ({ sums }) => energy(sums.generation_mwh) },
  {
    head: 'Share',
    isNumber: true,
    cell: ({ sums }) => percent(sums.generation_mwh / totals.generation_mwh),
  },
  {
    head: 'Capacity factor',
    isNumber: true,
    cell: ({ capacity_factor: factor }) => (factor === undefined || factor === null ? '' : percent(factor)),
  },
  { head: 'Curtailed', isNumber: true, cell: ({ sums }) => energy(sums.curtailed_mwh) },
  {
    // Hours on of thermal units, as a share of their unit-hours. Other units have no commitment and are not counted.
    head: 'Thermal units on',
    isNumber: true,
    cell: ({ sums, unitHours }) => percent(unitHours > 0 ? sums.hours_on / unitHours : null),
  },
  { head: 'Starts', isNumber: true, cell: ({ sums }) => count(sums.starts) },
  { head: 'Fuel', isNumber: true, cell: ({ sums }) => amount(sums.fuel_mmbtu, 'MMBtu') },
  { head: 'CO2', isNumber: true, cell: ({ sums }) => amount(sums.co2_t, 't') },
  { head: 'Operating cost', isNumber: true, cell: ({ sums }) => money(sums.total_cost_usd) },
  { head: 'Revenue', isNumber: true, cell: ({ sums }) => money(sums.revenue_usd) },
  { head: 'Uplift', isNumber: true, cell: ({ sums }) => money(sums.uplift_usd) },
];

function Rows({ report, room }: { readonly report: Report; readonly room: Room }) {
  const [group, setGroup] = useState<Group>('fuel');
  const { totals } = report;
  const storageLayer = room.layers.find(({ color }) => color === colorOf('storage'));
  return (
    <>
      <p>
        Loads pay {money(totals.load_payment_usd)}: units earn {money(totals.revenue_usd)}, congestion{' '}
        {money(totals.congestion_rent_usd)}, losses {money(totals.loss_rent_usd)}. Uplift{' '}
        {money(totals.uplift_usd)}.{' '}
        {totals.unserved_hours === 0
          ? 'All load served.'
          : `Load not served in ${count(totals.unserved_hours)} h (${percent(totals.unserved_hours / report.hours)}).`}
        {room.layers.length > 0 &&
          ` Output is curtailed in ${percent(shareOfHours(room.curtailed))} of hours${report.storage.length > 0 ? `; storage charges in ${percent(shareOfHours(room.charging))}, discharges in ${percent(shareOfHours(storageLayer?.values))}` : ''}.`}
      </p>
      <Choice label="Rows by" value={group} options={GROUPS.map((name) => [name, name])} onValue={setGroup} />
      <Table
        caption={`Report by ${group}`}
        rows={rowsOf(report, group)}
        keyOf={({ name }) => name}
        columns={columnsOf(group, report)}
      />
    </>
  );
}

function Files({ id }: { readonly id: string }) {
  const [format, setFormat] = useState<'csv' | 'parquet'>('csv');
  const [shape, setShape] = useState<'long' | 'wide'>('long');
  const read = (table: RunTable) => {
    const params = { path: { execution_id: id }, query: { table, format, shape } };
    return get('/api/model-builder/executions/{execution_id}/export', { params, parseAs: 'blob' });
  };
  return (
    <>
      <div class="fields">
        <Choice
          label="Format"
          value={format}
          options={[
            ['csv', 'CSV'],
            ['parquet', 'Parquet'],
          ]}
          onValue={setFormat}
        />
        <Choice
          label="Shape"
          value={shape}
          options={[
            ['long', 'Long: one row per hour and element'],
            ['wide', 'Wide: one column per element'],
          ]}
          onValue={setShape}
        />
      </div>
      <ul class="rows">
        {namesOf(RUN_TABLES).map((table) => (
          <Download
            key={table}
            text={RUN_TABLES[table]}
            name={`${table}-${id}.${format}`}
            read={() => read(table) as Promise<Blob>}
          />
        ))}
      </ul>
    </>
  );
}
