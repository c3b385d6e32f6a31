/** Hourly dispatch by fuel and prices of a schedule: a chart on a terminal, and a table. */
import { data } from '../../client/client.ts';
import { colorOf, FUEL_KINDS, kindOfRenewable, kindOfUnit, UNSERVED_COLOR } from '../../client/fuels.ts';
import type { JobResult } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import {
  axis,
  blockLine,
  fitted,
  type Layer,
  mean,
  painted,
  RESET,
  stackedColumns,
  sumOf,
} from '../terminal/columns.ts';
import type { Screen } from '../terminal/screen.ts';
import { percent, plain, price, rounded, textTable } from '../terminal/text.ts';

const FIELDS = ['dispatch_mw', 'renewable_mw', 'storage', 'unserved_mw', 'lmp', 'interval_minutes'] as const;
type Schedule = Pick<JobResult, (typeof FIELDS)[number]>;
interface Case {
  readonly generators?: readonly Parameters<typeof kindOfUnit>[0][];
  readonly renewables?: readonly Parameters<typeof kindOfRenewable>[0][];
}
type Series = readonly number[];

/** Height of the chart, lines. */
const HEIGHT = 10;

export async function showFigures({ client, screen }: Context, job_id: string): Promise<void> {
  const path = { job_id };
  const [result, units] = await Promise.all([
    data(
      client.GET('/api/modules/analyst/solve/{job_id}/results', {
        params: { path, query: { fields: FIELDS.join() } },
      }),
    ),
    data(
      client.GET('/api/modules/analyst/solve/{job_id}/payload', {
        params: { path, query: { fields: 'generators,renewables' } },
      }),
    ),
  ]);
  // The API document cannot express that the fields that were requested are present.
  const schedule = result as Schedule;
  const layers = layersOf(schedule, units);
  screen.say('');
  if (screen.isTerminal) draw(screen, layers, schedule);
  showTable(screen, layers, (schedule.interval_minutes ?? 60) / 60);
  showPrices(screen, schedule);
}

/** Layers of the chart from the bottom up; layers that are zero in every hour are omitted. */
export function layersOf(
  { dispatch_mw, renewable_mw = {}, storage = {}, unserved_mw = {} }: Schedule,
  { generators = [], renewables = [] }: Case,
): Layer[] {
  const kinds = new Map([
    ...generators.map((unit) => [unit.name, kindOfUnit(unit)] as const),
    ...renewables.map((unit) => [unit.name, kindOfRenewable(unit)] as const),
  ]);
  const output = [...Object.entries(dispatch_mw), ...Object.entries(renewable_mw)];
  const stored = Object.values(storage);
  const series = stored.map(({ discharge_mw = [] }) => discharge_mw);
  const layers = FUEL_KINDS.map(({ kind, text: name, color }) => {
    const ofKind = output.filter(([unit]) => (kinds.get(unit) ?? 'other') === kind).map(([, mw]) => mw);
    return { name, color, values: total(kind === 'storage' ? [...ofKind, ...series] : ofKind) };
  });
  const charge = total(stored.map(({ charge_mw = [] }) => charge_mw)).map((mw) => -mw);
  return [
    { name: 'Storage charging', color: colorOf('storage'), values: charge },
    ...layers,
    { name: 'Unserved', color: UNSERVED_COLOR, values: total(Object.values(unserved_mw)) },
  ].filter(({ values }) => values.some((mw) => mw !== 0));
}

const total = ([first = [], ...others]: readonly Series[]): number[] =>
  first.map((value, hour) => value + sumOf(others.map((values) => values[hour] ?? 0)));

/** Draws stacked columns if the terminal has colours, then mean prices for the same hours. */
function draw(screen: Screen, layers: readonly Layer[], { lmp, interval_minutes }: Schedule): void {
  const stacks = total(layers.map(({ values }) => values.map((mw) => Math.max(0, mw))));
  const peak = Math.max(...stacks);
  const label = (text: string) => `${text.padStart(Math.max(rounded(peak).length, 8))} `;
  const room = screen.width - label('').length;
  if (screen.colorBits >= 8) {
    const drawn = layers.map((layer) => ({ ...layer, values: fitted(layer.values, room) }));
    const lines = stackedColumns(drawn, peak, HEIGHT, screen.colorBits);
    const marks = [rounded(peak), 'MW', ...Array<string>(HEIGHT - 3).fill(''), '0'];
    for (const [at, line] of lines.entries()) screen.say(`${label(marks[at] ?? '')}${line}`);
    screen.say('');
  }
  const buses = Object.values(lmp);
  const prices = fitted(
    total(buses).map((sum) => sum / buses.length),
    room,
  );
  if (prices.length > 0) {
    const line = blockLine(prices);
    const note = /[▲▼]/.test(line) ? '  ▲▼ off the scale' : '';
    screen.say(`${label('$/MWh')}${line}${line.length + note.length > room ? '' : note}`);
  }
  const period = interval_minutes === undefined ? 'hour' : 'interval';
  screen.say(`${label(period)}${axis(stacks.length, fitted(stacks, room).length)}`);
  screen.say('');
}

/** Table of the layers from the top down, in the order of the chart. */
function showTable(screen: Screen, layers: readonly Layer[], hours: number): void {
  const all = sumOf(layers.flatMap(({ values }) => values.filter((mw) => mw > 0)));
  const rows = layers.toReversed().map(({ name, values }) => {
    const sum = sumOf(values);
    const share = sum > 0 ? percent(sum / all) : '';
    return [name, rounded(sum * hours), share, rounded(Math.min(...values)), rounded(Math.max(...values))];
  });
  const [head = '', ...lines] = textTable(['FUEL', 'MWh', 'SHARE', 'MIN MW', 'MAX MW'], rows);
  const isColored = screen.colorBits >= 8;
  screen.say(`${isColored ? '  ' : ''}${head}`);
  for (const [at, line] of lines.entries()) {
    const color = layers.at(-1 - at)?.color ?? '';
    screen.say(`${isColored ? `${painted(color, screen.colorBits)}█${RESET} ` : ''}${line}`);
  }
}

function showPrices(screen: Screen, { lmp, interval_minutes }: Schedule): void {
  const period = interval_minutes === undefined ? 'hour' : 'interval';
  const all = Object.entries(lmp).flatMap(([bus, values]) =>
    values.map((value, hour) => ({ bus, hour, value })),
  );
  const [first] = all;
  if (!first) return;
  const words = (of: typeof first) => `${price(of.value)} (${plain(of.bus)}, ${period} ${of.hour})`;
  const low = all.reduce((least, each) => (each.value < least.value ? each : least));
  const high = all.reduce((most, each) => (each.value > most.value ? each : most));
  screen.say(
    `price per MWh: min ${words(low)}, mean ${price(mean(all.map(({ value }) => value)))}, max ${words(high)}`,
  );
}
