/** Explanations of a result's numbers: small cases with answers known by hand (`test/cases/why.json`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { NONE, toMatrix, toParts, toSums } from '../../../../../api/web/results/matrix.ts';
import type { Binding, Unit } from '../../../../../api/web/results/pack.ts';
import { explain } from '../../../../../api/web/results/why.ts';
import type { Facts, Question } from '../../../../../api/web/results/why-facts.ts';
import type { PricedLoad } from '../../../../../temporal/case/arithmetic/shedding.ts';
import type { LimitShare } from '../../../../../temporal/case/explain/limit-shares.ts';
import { aUnit } from './a-unit.ts';

type Series = Readonly<Record<string, readonly number[]>>;

interface Case {
  readonly name: string;
  readonly question: Question;
  readonly units: readonly (Pick<Unit, 'name' | 'marginal_cost'> &
    Partial<Unit> & { readonly curve?: readonly (readonly [mw: number, usd: number])[] })[];
  readonly mw: Series;
  readonly lmp: Series;
  readonly load?: Series;
  /** Loads, each with a value of lost load of its own. */
  readonly each_load?: readonly (PricedLoad & { readonly values: readonly number[] })[];
  readonly given?: Partial<Facts['given']>;
  readonly result?: Partial<Facts['result']>;
  readonly renewable_mw?: Series;
  readonly storage?: Readonly<Record<string, Series>>;
  readonly reserve_price?: Series;
  readonly reserve_shortfall?: Series;
  readonly unserved_mw?: Series;
  readonly reserve_mw?: Readonly<Record<string, Series>>;
  /** Congestion component of the price by bus, $/MWh; the rest of the price is energy. */
  readonly congestion?: Readonly<Record<string, number>>;
  readonly bindings?: readonly Omit<Binding, 'contingency_id'>[];
  readonly isDispatch?: boolean;
  readonly limits?: readonly LimitShare[];
  readonly asked?: string;
  readonly text?: string;
  /** Parts that the text must contain; `^` marks its beginning, `$` its end. */
  readonly says?: readonly string[];
  readonly rows?: readonly string[];
}

const FILE = new URL('../../../../../../test/cases/why.json', import.meta.url);
const CASES: readonly Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

const mapped = (series: Series, change: (values: readonly number[], name: string) => number[]) =>
  toMatrix(Object.fromEntries(Object.entries(series).map(([name, values]) => [name, change(values, name)])));

/** Facts of a case. A unit is on when its output is positive, and starts when it was off before. */
function factsOf(whyCase: Case): Facts {
  const { units, mw, lmp, congestion = {}, bindings = [] } = whyCase;
  const wasOn = (name: string): boolean =>
    (units.find((each) => each.name === name)?.initial_status ?? aUnit().initial_status) > 0;
  const isStart = (values: readonly number[], t: number, name: string): boolean =>
    (values[t] ?? 0) > 0 && !(t === 0 ? wasOn(name) : (values[t - 1] ?? 0) > 0);
  const parts = Object.entries(lmp).map(([bus, usd]) => {
    const busCongestion = usd.map(() => congestion[bus] ?? 0);
    const energy = usd.map((price, t) => price - (busCongestion[t] ?? 0));
    return [bus, { energy, congestion: busCongestion, loss: usd.map(() => 0) }];
  });
  return {
    result: {
      dispatch_mw: toMatrix(mw),
      commitment: mapped(mw, (values) => values.map((value) => Number(value > 0))),
      startup: whyCase.isDispatch
        ? NONE
        : mapped(mw, (values, name) => values.map((_, t) => Number(isStart(values, t, name)))),
      lmp: toMatrix(lmp),
      lmp_components: toParts(Object.fromEntries(parts)),
      binding_constraints: bindings.map((row) => ({ ...row, contingency_id: null })),
      unserved_mw: toMatrix(whyCase.unserved_mw ?? {}),
      reserve_mw: Object.fromEntries(
        Object.entries(whyCase.reserve_mw ?? {}).map(([name, series]) => [name, toMatrix(series)]),
      ),
      renewable_mw: toMatrix(whyCase.renewable_mw ?? {}),
      storage: toParts(whyCase.storage ?? {}),
      reserve_price_usd_per_mw: toMatrix(whyCase.reserve_price ?? {}),
      reserve_shortfall_mw: toMatrix(whyCase.reserve_shortfall ?? {}),
      ...whyCase.result,
    },
    given: {
      generators: units.map(({ curve, ...unit }) => {
        const cost_curve = curve?.map(([at, usd_per_h]) => ({ mw: at, usd_per_h }));
        return aUnit({ ...unit, ...(cost_curve && { cost_curve }) });
      }),
      loads: whyCase.each_load
        ? {
            ...toSums(whyCase.each_load.map(({ bus, values }) => [`${bus}`, values])),
            each: whyCase.each_load,
          }
        : toMatrix(whyCase.load ?? {}),
      horizon: toMatrix(mw).hours,
      ...whyCase.given,
    },
  };
}

describe('why', () => {
  for (const whyCase of CASES)
    it(whyCase.name, () => {
      const { question, sentences, rows } = explain(whyCase.question, factsOf(whyCase), whyCase.limits);
      const text = sentences.filter(Boolean).join(' ');
      assert.equal(question, whyCase.asked ?? question);
      assert.equal(text, whyCase.text ?? text);
      for (const part of whyCase.says ?? []) assert.ok(`^${text}$`.includes(part), `${part} in ${text}`);
      if (whyCase.rows)
        assert.deepEqual(
          rows.map(([name, value]) => `${name}: ${value}`),
          whyCase.rows,
        );
    });
});
