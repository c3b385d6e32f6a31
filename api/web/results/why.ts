/** Explains a number of a result with sentences, rows and links. Pure. */
import { withEmissionCosts } from '../../../temporal/case/arithmetic/emissions.ts';
import { availableAt, minimumAt } from '../../../temporal/case/arithmetic/output-limits.ts';
import { valueAt } from '../../../temporal/case/arithmetic/series.ts';
import { unservedCosts } from '../../../temporal/case/arithmetic/shedding.ts';
import { productionCost, startCostAfter } from '../../../temporal/case/arithmetic/unit-cost.ts';
import { bindingName } from '../../../temporal/case/explain/binding-constraints.ts';
import {
  commitmentRule,
  commitmentRun,
  ruleReason,
} from '../../../temporal/case/explain/commitment-rules.ts';
import { unitCosts } from '../../../temporal/case/explain/costs.ts';
import type { LimitShare } from '../../../temporal/case/explain/limit-shares.ts';
import { busName, count, energy, money, percent, plain, power, price } from '../parts/format.ts';
import { capitalized, inPeriod, intervalHours, period, periodName, periods } from '../parts/interval.ts';
import { hourlySums, NONE, peakOf, rowNamed, sum } from './matrix.ts';
import type { Binding, Unit } from './pack.ts';
import { lmpText } from './price-words.ts';
import {
  at,
  type Facts,
  holderOf,
  isOn,
  LEAST,
  marginAt,
  type Question,
  SHOWN,
  viewsOf,
  type Why,
} from './why-facts.ts';
import { whyPrice } from './why-price.ts';

/** Answers a question. `limits`: contributions of binding limits to the price in question. */
export function explain(question: Question, facts: Facts, limits: readonly LimitShare[] = []): Why {
  if (question.kind === 'price') return whyPrice(question, facts, limits);
  return { unit: whyUnit, line: whyLine, unserved: whyUnserved, cost: whyCost }[question.kind](
    question,
    facts,
  );
}

function whyUnit({ name = '', hour = 0 }: Question, facts: Facts): Why {
  const unit = withEmissionCosts(facts.given).generators.find((each) => each.name === name);
  if (!unit)
    return { question: `Why ${name}?`, sentences: ['The case has no such unit.'], rows: [], links: [] };
  const states = Array.from(rowNamed(facts.result.commitment, name));
  const runAt = (t: number): Run => commitmentRun(unit, states, t, 1 / intervalHours());
  const run = runAt(hour);
  const before = runAt(run.from_hour - 1);
  const [low, high, bus] = [minimumAt(unit, hour), availableAt(unit, hour), `bus_${unit.bus}`];
  const [word, verb] = run.on === 1 ? ['on', 'start'] : ['off', 'stop'];
  const isOther = before.on !== run.on;
  const holder = run.on === 1 ? holderOf(facts, unit, hour) : undefined;
  return {
    question: `Why ${isOther && run.from_hour === hour ? `does ${name} ${verb}` : `is ${name} ${word}line`} ${inPeriod(hour)}?`,
    sentences: [
      `It is ${word} for ${plain(run.length_h)} h${isOther ? `, after ${plain(before.length_h)} h ${before.on === 1 ? 'on' : 'off'}` : ''}.`,
      isOther && before.binding && `It could not ${verb} earlier because of ${minimumTime(before)}.`,
      run.binding && `It is ${word} only as long as ${minimumTime(run)} requires.`,
      ...reasonsOf(facts, unit, hour, run, isOther && run.on === 1 ? before.length_h : 0),
      holder && `Its output is limited by ${holder}.`,
    ],
    rows: [
      ['Output', power(at(facts.result.dispatch_mw, name, hour))],
      ['Pmin, Pmax', `${power(low)}, ${power(high)}`],
      [`Price at bus ${unit.bus}`, lmpText(at(facts.result.lmp, bus, hour)), { view: 'prices', bus, hour }],
      [
        'Ramp up, down',
        `${[unit.ramp_up, unit.ramp_down].map((mw) => plain(valueAt(mw, hour))).join(', ')} MW/h`,
      ],
      ['Minimum up, down time', `${plain(unit.min_uptime)}, ${plain(unit.min_downtime)} h`],
    ],
    links: [['Hours of the unit', { view: 'commitment', unit: name, hour }]],
  };
}

type Run = ReturnType<typeof commitmentRun>;

const minimumTime = ({ on, minimum_h }: Run): string =>
  `its minimum ${on === 1 ? 'up' : 'down'} time of ${plain(minimum_h)} h`;

/**
 * Reasons for a commitment: rules, load, and profit at the prices. `idle`: hours off before the start of the run; 0 if
 * the run does not begin with a start.
 */
function reasonsOf(facts: Facts, unit: Unit, hour: number, run: Run, idle: number): string[] {
  const { lmp, dispatch_mw, startup } = facts.result;
  const on = run.on === 1;
  if (startup.names.length === 0) return ['In an economic dispatch the commitment is an input.'];
  const rule = commitmentRule(facts.given, unit, hour, on);
  if (rule) return [`Cost does not decide it: ${ruleReason(rule, on, periodName)}.`];
  const hours = Array.from({ length: run.hours }, (_, i) => run.from_hour + i);
  const spare = (t: number): number =>
    marginAt(facts, t, (each) => each.name !== unit.name && isOn(facts, each, t));
  const least = on ? Math.min(...hours.map(spare)) : 0;
  const gains = hours.map((t) => {
    const outputs = on ? [at(dispatch_mw, unit.name, t)] : [minimumAt(unit, t), availableAt(unit, t)];
    const gainAt = (mw: number): number => {
      const cost = productionCost(unit, mw, t);
      return mw * at(lmp, `bus_${unit.bus}`, t) - cost.energy - cost.noLoad;
    };
    return Math.max(...outputs.map(gainAt));
  });
  const earned = sum(gains) * intervalHours() - (idle > 0 ? startCostAfter(unit, idle, run.from_hour) : 0);
  const verb = earned < 0 ? 'lose' : 'earn';
  const words = on ? `it ${verb}s` : `if it were on, it would ${verb}`;
  return [
    `At the prices of its bus, ${words} ${money(Math.abs(earned))} in these hours${idle > 0 ? ', including its startup cost' : ''}.`,
    least < -LEAST
      ? `It is needed: without it, the other online units would be ${power(-least)} short of load and reserve.`
      : on === earned >= 0 || run.binding
        ? ''
        : 'No single constraint explains it; a solve with the opposite would show its value.',
  ];
}

/** Explains load not served. For one hour: by bus; for all hours: by hour, with the cause in the worst hour. */
function whyUnserved(question: Question, facts: Facts): Why {
  const { unserved_mw: unserved = NONE } = facts.result;
  const hourly = hourlySums(unserved);
  const hour = question.hour ?? peakOf(hourly)?.hour ?? 0;
  const buses = unserved.names.map((bus) => ({ bus, mw: at(unserved, bus, hour) }));
  const missing = buses.filter(({ mw }) => mw > LEAST).toSorted((a, b) => b.mw - a.mw);
  const cause = [
    shortageCause(facts, hour),
    missing.length > 0 &&
      `Serving it would cost more than the penalty of ${shedPrices(facts, missing, hour)}.`,
  ];
  const links: Why['links'] = [['Network in this hour', { view: 'network', hour }]];
  if (question.hour !== undefined)
    return {
      question: `Why are ${power(hourly[hour])} not served ${inPeriod(hour)}?`,
      sentences: cause,
      rows: missing
        .slice(0, SHOWN)
        .map(({ bus, mw }) => [busName(bus), power(mw), { view: 'prices', bus, hour }]),
      links,
    };
  const hours = Array.from(hourly, (mw, t) => ({ t, mw })).filter(({ mw }) => mw > LEAST);
  return {
    question: `Why are ${energy(sum(hourly) * intervalHours())} not served?`,
    sentences: [
      `Load is not served in ${hours.length} ${hours.length === 1 ? period() : periods()}, most ${inPeriod(hour)}. There:`,
      ...cause,
    ],
    rows: hours
      .toSorted((a, b) => b.mw - a.mw)
      .slice(0, SHOWN)
      .map(({ t, mw }) => [periodName(t), power(mw), { view: 'summary', hour: t }]),
    links,
  };
}

function shortageCause(facts: Facts, hour: number): string {
  const { generators } = facts.given;
  const all = marginAt(facts, hour, () => true);
  const online = marginAt(facts, hour, (unit) => isOn(facts, unit, hour));
  const off = generators.filter((unit) => !isOn(facts, unit, hour)).length;
  const bound = facts.result.binding_constraints.filter((row) => row.hour === hour);
  const lines = [...new Set(bound.map(({ line_id }) => line_id))];
  if (all < 0)
    return `All units, renewables and storage together are ${power(-all)} short of load and reserve.`;
  if (online < 0)
    return `Online units are ${power(-online)} short of load and reserve; units that are off: ${off}.`;
  return lines.length > 0
    ? `Enough units are online, but lines at their limits may block power: ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` and ${lines.length - 3} more` : ''}.`
    : 'No single constraint explains it: enough units are online, and no line is at its limit.';
}

/** Range of the penalties of load that is shed, from the first MW to the last. */
function shedPrices(facts: Facts, missing: readonly { bus: string; mw: number }[], hour: number): string {
  const [caseView] = viewsOf(facts);
  const costOf = unservedCosts(caseView);
  const prices = missing.flatMap(({ bus, mw }) =>
    [LEAST, mw].flatMap((shed) => costOf(bus, hour, shed).last?.price ?? []),
  );
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return least < most ? `${price(least)} to ${price(most)}` : price(prices[0]);
}

function whyLine({ name: line = '', contingency = null }: Question, { result, given }: Facts): Why {
  const size = (row: Binding | undefined): number => Math.abs(row?.shadow_price_usd_per_mwh ?? 0);
  const rows = result.binding_constraints
    .filter((row) => row.line_id === line && row.contingency_id === contingency)
    .toSorted((a, b) => size(b) - size(a));
  const { hour = 0, flow_mw = 0, limit_mw } = rows[0] ?? {};
  const ends = given.transmission_lines?.find(({ id }) => id === line);
  const [from, to] = flow_mw < 0 ? [ends?.to_bus, ends?.from_bus] : [ends?.from_bus, ends?.to_bus];
  const [sent, taken] = [from, to].map((bus) => lmpText(at(result.lmp, `bus_${bus}`, hour)));
  const lost = given.contingencies?.find(({ id }) => id === contingency)?.lines ?? [];
  return {
    question: `Why does ${bindingName({ line_id: line, contingency_id: contingency })} bind?`,
    sentences: [
      `${capitalized(inPeriod(hour))}, ${power(Math.abs(flow_mw))} of at most ${power(limit_mw)} flow from bus ${from} to bus ${to}${lost.length > 0 ? ` after the loss of ${lost.join(', ')}` : ''}.`,
      `The price is ${sent} at bus ${from} and ${taken} at bus ${to}; one MW more of this limit would save ${lmpText(size(rows[0]))}.`,
    ],
    rows: rows
      .slice(0, SHOWN)
      .map((row) => [periodName(row.hour), lmpText(size(row)), { view: 'lines', line, hour: row.hour }]),
    links: [['Network in this hour', { view: 'network', line, contingency: contingency ?? undefined, hour }]],
  };
}

function whyCost(_: Question, facts: Facts): Why {
  const costs = unitCosts(...viewsOf(facts));
  const total = sum(costs.map(({ total_usd }) => total_usd));
  const of = (part: 'energy_usd' | 'no_load_usd' | 'startup_usd' | 'shutdown_usd'): number =>
    sum(costs.map((unit) => unit[part] ?? 0));
  const dearest = costs.toSorted((a, b) => b.total_usd - a.total_usd).slice(0, SHOWN);
  return {
    question: 'What makes up the operating cost?',
    sentences: [
      `Energy (${money(of('energy_usd'))}), no-load (${money(of('no_load_usd'))}), starts (${money(of('startup_usd'))}) and stops (${money(of('shutdown_usd'))}) of ${costs.length} units total ${money(total)}, including the price of CO2, without renewables.`,
      ...dearest
        .slice(0, 1)
        .map(
          ({ generator, total_usd, energy_mwh, starts }) =>
            `${generator} costs most, ${money(total_usd)}: ${energy(energy_mwh)}, starts: ${count(starts)}.`,
        ),
    ],
    rows: dearest.map(({ generator, total_usd }) => [
      generator,
      `${money(total_usd)}, ${percent(total_usd / (total || 1))}`,
      { view: 'commitment', unit: generator },
    ]),
    links: [['Dispatch, prices and units', { view: 'summary' }]],
  };
}
