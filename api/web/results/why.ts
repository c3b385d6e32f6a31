/** What makes one number of a result: in sentences, in rows, and where the views show it (pure). */
import { count, energy, money, percent, plain, power, price } from '../parts/format.ts';
import { intervalHours, periodName } from '../parts/interval.ts';
import type { Contribution } from './attribution.ts';
import { hourlySums, type Matrix, NONE, peakOf, rowNamed, sum } from './matrix.ts';
import type { Binding, Unit } from './pack.ts';
import {
  at,
  type Facts,
  hourlyCost,
  isOn,
  LEAST,
  marginAt,
  productionCost,
  type Question,
  rangeOf,
  SHOWN,
  startCostOf,
  tieOf,
  type Why,
} from './why-facts.ts';
import { limitName, whyPrice } from './why-price.ts';

/** `limits`: what limits that bind add to the price that is asked about. */
export function explain(question: Question, facts: Facts, limits: readonly Contribution[] = []): Why {
  if (question.kind === 'price') return whyPrice(question, facts, limits);
  return { unit: whyUnit, line: whyLine, unserved: whyUnserved, cost: whyCost }[question.kind](
    question,
    facts,
  );
}

/** Hours in a row in one state; `hours` with those before the first one, h. */
function runOf(facts: Facts, unit: Unit, hour: number) {
  const [on, end] = [isOn(facts, unit, hour), facts.result.commitment.hours - 1];
  let [from, to] = [hour, hour];
  while (from > 0 && isOn(facts, unit, from - 1) === on) from -= 1;
  while (to < end && isOn(facts, unit, to + 1) === on) to += 1;
  const known = from <= 0 && unit.initial_status > 0 === on ? Math.abs(unit.initial_status) : 0;
  const hours = known + (hour < 0 ? 0 : to - from + 1) * intervalHours();
  const least = on ? unit.min_uptime : unit.min_downtime;
  const isLeast = to < end && least > intervalHours() && hours < least + LEAST;
  const [word, way] = on ? ['on', 'up'] : ['off', 'down'];
  return { on, from, to, isLeast, word, hours, time: `its minimum ${way} time of ${plain(least)} h` };
}

type Run = ReturnType<typeof runOf>;

function whyUnit({ name = '', hour = 0 }: Question, facts: Facts): Why {
  const unit = facts.given.generators.find((each) => each.name === name);
  if (!unit)
    return { question: `Why ${name}?`, sentences: ['The case has no such unit.'], rows: [], links: [] };
  const [run, [low, high], bus] = [runOf(facts, unit, hour), rangeOf(unit, hour), `bus_${unit.bus}`];
  const mw = at(facts.result.dispatch_mw, name, hour);
  const before = runOf(facts, unit, run.from - 1);
  const verb = run.on ? 'start' : 'stop';
  const isTurn = run.from === hour && before.on !== run.on;
  const limit = mw > high - LEAST ? 'its Pmax' : mw < low + LEAST ? 'its Pmin' : tieOf(facts, unit, hour);
  return {
    question: `Why ${isTurn ? `does ${name} ${verb}` : `is ${name} ${run.word}`} in ${periodName(hour)}?`,
    sentences: [
      `It is ${run.word} for ${plain(run.hours)} h${before.on === run.on ? '' : `, after ${plain(before.hours)} h ${before.word}`}.`,
      before.on !== run.on && before.isLeast && `It could not ${verb} earlier: ${before.time} held it.`,
      run.isLeast && `It is ${run.word} no longer than ${run.time} demands.`,
      ...reasonsOf(facts, unit, run, run.on && !before.on ? before.hours : 0),
      run.on && limit && `Its output is held by ${limit}.`,
    ],
    rows: [
      ['Output', power(mw)],
      ['Pmin, Pmax', `${power(low)}, ${power(high)}`],
      [`Price at bus ${unit.bus}`, price(at(facts.result.lmp, bus, hour)), { view: 'prices', bus, hour }],
      ['Ramp up, down', `${plain(unit.ramp_up)}, ${plain(unit.ramp_down)} MW/h`],
      ['Minimum up, down time', `${plain(unit.min_uptime)}, ${plain(unit.min_downtime)} h`],
    ],
    links: [['The unit, hour by hour', { view: 'commitment', unit: name, hour }]],
  };
}

/** Rules, what the load needs, and what pays at the prices; `idle`: h off before a start, 0 where there was none. */
function reasonsOf(facts: Facts, unit: Unit, { on, from, to, isLeast }: Run, idle: number): string[] {
  const { lmp, dispatch_mw, startup } = facts.result;
  if (startup.names.length === 0) return ['A dispatch does not choose what is on: that was given.'];
  if (on && unit.must_run) return ['It must run: the case wants it on in every hour.'];
  const hours = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const spare = (t: number): number => marginAt(facts, t, (each) => each !== unit && isOn(facts, each, t));
  const least = on ? Math.min(...hours.map(spare)) : 0;
  const gains = hours.map((t) => {
    const outputs = on ? [at(dispatch_mw, unit.name, t)] : rangeOf(unit, t);
    return Math.max(...outputs.map((mw) => mw * at(lmp, `bus_${unit.bus}`, t) - productionCost(unit, mw)));
  });
  const earned = sum(gains) * intervalHours() - (idle > 0 ? startCostOf(unit, idle) : 0);
  const verb = earned < 0 ? 'lose' : 'earn';
  const words = on ? `it ${verb}s` : `if it were on, it would ${verb}`;
  return [
    `At the prices of its bus, ${words} ${money(Math.abs(earned))} in these hours${idle > 0 ? ', its start-up cost included' : ''}.`,
    least < -LEAST
      ? `Without it, all else that is on would be ${power(-least)} short of load and reserve: it is needed.`
      : on === earned >= 0 || isLeast
        ? ''
        : 'No single constraint explains it: only a solve with the opposite would tell what it is worth.',
  ];
}

function whyUnserved(question: Question, facts: Facts): Why {
  const { unserved_mw: unserved = NONE, binding_constraints } = facts.result;
  const hour = question.hour ?? peakOf(hourlySums(unserved))?.hour ?? 0;
  const { options, generators } = facts.given;
  const all = marginAt(facts, hour, () => true);
  const online = marginAt(facts, hour, (unit) => isOn(facts, unit, hour));
  const off = generators.filter((unit) => !isOn(facts, unit, hour)).length;
  const lines = new Set(binding_constraints.flatMap((row) => (row.hour === hour ? [row.line_id] : [])));
  const buses = unserved.names.map((bus) => ({ bus, mw: at(unserved, bus, hour) }));
  const missing = buses.filter(({ mw }) => mw > LEAST).toSorted((a, b) => b.mw - a.mw);
  const cause =
    all < 0
      ? `All units, renewables and storage together are ${power(-all)} short of load and reserve.`
      : online < 0
        ? `What is on is ${power(-online)} short of load and reserve; units that are off: ${off}.`
        : lines.size > 0
          ? `Enough is on, but lines at a limit can keep power away: ${[...lines].slice(0, 3).join(', ')}${lines.size > 3 ? ` and ${lines.size - 3} more` : ''}.`
          : 'No single constraint explains it: enough is on, and no line is at its limit.';
  return {
    question: `Why are ${power(sum(missing.map(({ mw }) => mw)))} not served in ${periodName(hour)}?`,
    sentences: [
      cause,
      `The case pays ${price(options?.unserved_energy_usd_per_mwh)} for what is not served: to serve it would cost more.`,
    ],
    rows: missing
      .slice(0, SHOWN)
      .map(({ bus, mw }) => [bus.replace('_', ' '), power(mw), { view: 'prices', bus, hour }]),
    links: [['The network then', { view: 'network', hour }]],
  };
}

function whyLine({ name: line = '', contingency = null }: Question, { result, given }: Facts): Why {
  const size = (row: Binding | undefined): number => Math.abs(row?.shadow_price_usd_per_mwh ?? 0);
  const rows = result.binding_constraints
    .filter((row) => row.line_id === line && row.contingency_id === contingency)
    .toSorted((a, b) => size(b) - size(a));
  const { hour = 0, flow_mw = 0, limit_mw } = rows[0] ?? {};
  const ends = given.transmission_lines?.find(({ id }) => id === line);
  const [from, to] = flow_mw < 0 ? [ends?.to_bus, ends?.from_bus] : [ends?.from_bus, ends?.to_bus];
  const [sent, taken] = [from, to].map((bus) => price(at(result.lmp, `bus_${bus}`, hour)));
  const lost = given.contingencies?.find(({ id }) => id === contingency)?.lines ?? [];
  return {
    question: `Why does ${limitName(line, contingency)} bind?`,
    sentences: [
      `In ${periodName(hour)}, ${power(Math.abs(flow_mw))} go from bus ${from} to bus ${to}${lost.length > 0 ? ` once ${lost.join(', ')} is lost` : ''}, and ${power(limit_mw)} may.`,
      `The price is ${sent} at bus ${from} and ${taken} at bus ${to}; one MW more of this limit would save ${price(size(rows[0]))}.`,
    ],
    rows: rows
      .slice(0, SHOWN)
      .map((row) => [periodName(row.hour), price(size(row)), { view: 'lines', line, hour: row.hour }]),
    links: [['The network then', { view: 'network', line, contingency: contingency ?? undefined, hour }]],
  };
}

function whyCost(_: Question, { result, given }: Facts): Why {
  const { commitment, startup, dispatch_mw } = result;
  const rowOf = (matrix: Matrix, { name }: Unit): Float64Array => rowNamed(matrix, name);
  const costs = given.generators.map((unit) => {
    const hours = {
      on: rowOf(commitment, unit),
      startup: rowOf(startup, unit),
      mw: rowOf(dispatch_mw, unit),
    };
    const usd = sum(hourlyCost(unit, hours, intervalHours()));
    return { unit: unit.name, usd, starts: sum(hours.startup), mwh: sum(hours.mw) * intervalHours() };
  });
  const total = sum(costs.map(({ usd }) => usd));
  const dearest = costs.toSorted((a, b) => b.usd - a.usd).slice(0, SHOWN);
  return {
    question: 'What makes the cost of operation?',
    sentences: [
      `Energy, no-load and starts of ${costs.length} units make ${money(total)}; renewables, stops and CO2 come on top where they cost.`,
      ...dearest
        .slice(0, 1)
        .map(
          ({ unit, usd, mwh, starts }) =>
            `${unit} costs most, ${money(usd)}: ${energy(mwh)}, starts: ${count(starts)}.`,
        ),
    ],
    rows: dearest.map(({ unit, usd }) => [
      unit,
      `${money(usd)}, ${percent(usd / (total || 1))}`,
      { view: 'commitment', unit },
    ]),
    links: [['Dispatch, prices and units', { view: 'summary' }]],
  };
}
