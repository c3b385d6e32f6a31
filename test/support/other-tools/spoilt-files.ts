/** Schedule files of other tools, each with one fault; and the checks, one of which must find it. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { meanOf } from '../../../temporal/case/arithmetic/series.ts';
import type { CheckName } from '../../../temporal/case/messages/families.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';

type Series = Record<string, number[]>;
type Files = ReadonlyMap<string, Buffer>;

interface Spoilt {
  readonly mutation: string;
  readonly files: Files;
  readonly checks: readonly CheckName[];
}

/** A file that is open for changes. `costs`: raises the costs that the file states, if any. */
interface Opened {
  readonly outputs: Series;
  readonly states: Series;
  readonly costs: (() => void) | undefined;
  readonly written: () => Files;
}

const json = (files: Files): Record<string, unknown> => JSON.parse(String([...files.values()][0]));

function openSolution(files: Files): Opened {
  const file = json(files) as Record<string, Series>;
  const costs = file['Thermal production cost ($)'] ?? {};
  return {
    outputs: file['Thermal production (MW)'] ?? {},
    states: file['Is on'] ?? {},
    costs: () => {
      for (const values of Object.values(costs))
        for (const [t, usd] of values.entries()) values[t] = usd + 10;
    },
    written: () => new Map([['solution.json', Buffer.from(JSON.stringify(file))]]),
  };
}

interface EgretFile {
  readonly system: { total_cost: number };
  readonly elements: {
    readonly generator: Record<string, Record<string, { readonly values: number[] } | undefined>>;
  };
}

function openEgret(files: Files): Opened {
  // The cast is needed because no schema of the service describes files that Egret writes.
  const file = json(files) as unknown as EgretFile;
  const units = Object.entries(file.elements.generator);
  const seriesOf = (field: string): Series =>
    Object.fromEntries(units.flatMap(([name, unit]) => (unit[field] ? [[name, unit[field].values]] : [])));
  return {
    outputs: seriesOf('pg'),
    states: seriesOf('commitment'),
    costs: () => {
      file.system.total_cost *= 1.001;
    },
    written: () => new Map([['solved.json', Buffer.from(JSON.stringify(file))]]),
  };
}

function openPypsa(files: Files): Opened {
  const table = (name: string) => {
    const lines = String(files.get(name) ?? '')
      .trim()
      .split('\n');
    const [head = [], ...rows] = lines.map((line) => line.split(','));
    const columns: Series = Object.fromEntries(
      head.slice(1).map((id, c) => [id, rows.map((row) => Number(row[c + 1]))]),
    );
    const written = () => {
      const changed = rows.map(([first], t) => [first, ...Object.values(columns).map((values) => values[t])]);
      return Buffer.from([head, ...changed].map((row) => row.join(',')).join('\n'));
    };
    return { columns, entry: () => (files.has(name) ? [[name, written()] as const] : []) };
  };
  const [outputs, states] = [table('generators-p.csv'), table('generators-status.csv')];
  return {
    outputs: outputs.columns,
    states: states.columns,
    costs: undefined,
    written: () => new Map([...files, ...outputs.entry(), ...states.entry()]),
  };
}

const OPENERS: Readonly<Record<string, (files: Files) => Opened>> = {
  'UnitCommitment.jl': openSolution,
  PyPSA: openPypsa,
  Egret: openEgret,
};

interface Place extends Opened {
  readonly payload: SolvePayload;
  readonly unit: Generator;
  readonly hour: number;
  /** Output of the unit; its state follows. Undefined if the file does not have them. */
  readonly mw: number[] | undefined;
  readonly on: number[] | undefined;
}

/** A mutation. `spoil`: false if there is nothing to spoil. */
type Mutation = readonly [name: string, spoil: (place: Place) => boolean, ...checks: CheckName[]];

const change =
  (by: (mw: number) => number) =>
  ({ mw, hour }: Place) => {
    if (mw) mw[hour] = by(mw[hour] ?? 0);
    return mw !== undefined;
  };

/** Changes the state of a unit that has startup costs. */
const switched =
  (state: number, isThere = (_: Place) => true) =>
  (place: Place) => {
    const { on, unit, hour } = place;
    if (!on || ratedOf(unit).p_min <= 0 || meanOf(unit.startup_cost) <= 0 || !isThere(place)) return false;
    on[hour] = state;
    return true;
  };

const MUTATIONS: readonly Mutation[] = [
  ['2 MW more', change((mw) => mw + 2), 'power_balance'],
  ['0.01 MW less', change((mw) => mw - 0.01), 'power_balance', 'output_limits'],
  ['above p_max', change(() => 5000), 'output_limits'],
  ['below zero', change(() => -1), 'output_limits'],
  ['too large a number', change(() => 1e9), 'output_limits'],
  [
    'moved to another unit',
    ({ outputs, payload, unit, hour, mw: from }) => {
      const other = payload.generators.find(({ name }) => name !== unit.name && outputs[name]);
      const to = outputs[other?.name ?? ''];
      if (!from || !to) return false;
      from[hour] = (from[hour] ?? 0) + 5000;
      to[hour] = (to[hour] ?? 0) - 5000;
      return true;
    },
    'output_limits',
  ],
  ['produces while off', switched(0, ({ mw, hour }) => (mw?.[hour] ?? 0) > 1), 'output_limits'],
  ['half on', switched(0.5), 'output_limits'],
  [
    'off for an hour',
    ({ on, mw, unit, hour }) => {
      const isOn = [hour - 1, hour, hour + 1].every((t) => Math.round(on?.[t] ?? 0) === 1);
      if (!on || !mw || unit.min_downtime < 2 || unit.startup_cost === 0 || !isOn) return false;
      on[hour] = 0;
      mw[hour] = 0;
      return true;
    },
    'min_downtime',
    'min_uptime',
  ],
  [
    'an hour later',
    ({ outputs, payload: { horizon } }) => {
      const before = JSON.stringify(outputs);
      for (const values of Object.values(outputs)) values.unshift(values.pop() ?? 0);
      return horizon > 1 && JSON.stringify(outputs) !== before;
    },
    'power_balance',
  ],
  [
    'a cost that is another one',
    ({ costs }) => {
      costs?.();
      return costs !== undefined;
    },
    'cost',
  ],
];

/** Yields the spoilt copies; the seed picks units and hours. */
export function* spoiltFiles(
  tool: string,
  files: Files,
  payload: SolvePayload,
  seed: number,
): Iterable<Spoilt> {
  const open = OPENERS[tool] ?? openSolution;
  for (let draw = 0; draw < 5; draw++) {
    for (const [mutation, spoil, ...checks] of MUTATIONS) {
      const opened = open(files);
      const unit = payload.generators[(seed + draw) % payload.generators.length];
      const hour = (seed * 7 + draw * 3 + 1) % payload.horizon;
      if (!unit) continue;
      const [mw, on] = [opened.outputs[unit.name], opened.states[unit.name]];
      if (spoil({ ...opened, payload, unit, hour, mw, on }))
        yield { mutation, files: opened.written(), checks };
    }
  }
}
