/** The documented schema of a solve body accepts what the service accepts, with any spelling of the names. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { acceptNull, toJsonSchema } from '../../../../../api/http/json-schema.ts';
import { validate } from '../../../../../api/http/validate.ts';
import { solveBody } from '../../../../../api/solve/submit.ts';
import { CONTINGENCY_ALIASES, LINE_ALIASES } from '../../../../../temporal/case/canonical/aliases.ts';
import { clientSchema } from '../../../../../temporal/case/canonical/client-schema.ts';
import { canonicalSolveBody } from '../../../../../temporal/case/canonical/solve-body.ts';
import { payload } from '../../../../support/cases/payloads.ts';

const isDocumented = new Ajv2020({ strict: false, validateFormats: false }).compile(
  acceptNull(clientSchema(toJsonSchema(solveBody))),
);

const isAccepted = async (body: object): Promise<boolean> => {
  try {
    await validate(solveBody, 'body', canonicalSolveBody(body).body);
    return true;
  } catch {
    return false;
  }
};

type Item = Readonly<Record<string, unknown>>;
const LINE: Item = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 90, in_service: true };
const solve = (network: object) => ({ scenario_id: 's', payload: { ...payload(), ...network } });
const withLine = (line: Item) => solve({ transmission_lines: [line] });
const withContingencies = (contingencies: unknown) => solve({ transmission_lines: [LINE], contingencies });

/** The item with one field renamed. */
const renamed = (item: Item, name: string, alias: string): Item => {
  const { [name]: value, ...rest } = item;
  return { ...rest, [alias]: value };
};

const without = (name: string, more: Item = {}): Item => {
  const { [name]: _, ...rest } = LINE;
  return { ...rest, ...more };
};

const RIGHT: readonly (readonly [string, object])[] = [
  ...Object.entries(LINE_ALIASES).flatMap(([name, aliases]) =>
    aliases
      .filter(() => name in LINE)
      .map((alias) => [`a line with ${alias}`, withLine(renamed(LINE, name, alias))] as const),
  ),
  ['a line with a number as id', withLine({ ...LINE, id: 7 })],
  ['a line with a status of 0', withLine({ ...LINE, in_service: 0 })],
  ['a line in ohm', withLine(without('x_pu', { x_ohm: 5, v_nom_kv: 230 }))],
  ['a line whose x_pu is null beside another name', withLine({ ...LINE, x_pu: null, reactance: 0.1 })],
  ['a line whose x_pu is null beside ohm', withLine({ ...LINE, x_pu: null, x_ohm: 5, v_nom_kv: 230 })],
  ['a line by its susceptance', withLine(without('x_pu', { susceptance_pu: 10 }))],
  ...Object.entries(CONTINGENCY_ALIASES).flatMap(([name, aliases]) =>
    aliases.map(
      (alias) =>
        [
          `a contingency with ${alias}`,
          withContingencies([{ [alias]: name === 'id' ? 'c' : ['L1'] }]),
        ] as const,
    ),
  ),
  ['a contingency that is a line', withContingencies(['L1'])],
  ['a contingency with one line', withContingencies([{ line: 'L1' }])],
  ['a contingency without a name', withContingencies([{ id: null, lines: ['L1'] }])],
  ['a contingency of elements', withContingencies([{ elements: [{ type: 'line', id: 'L1' }] }])],
  ['every line in a list', withContingencies(['n-1'])],
  ['every line', withContingencies('all_lines')],
];

const WRONG: readonly (readonly [string, object])[] = [
  ['a line without a name', withLine(without('id'))],
  ['a line with one end', withLine(without('to_bus'))],
  ['a line without reactance', withLine(without('x_pu'))],
  ['a line in ohm without its voltage', withLine(without('x_pu', { x_ohm: 5 }))],
  ['a line to a name', withLine(renamed({ ...LINE, to_bus: 'two' }, 'to_bus', 'bus1'))],
  ['a rating in words', withLine(renamed({ ...LINE, rating_mw: 'much' }, 'rating_mw', 'rate_a'))],
  ['a contingency that is a number', withContingencies([5])],
  ['a contingency of numbers', withContingencies([{ lines: [5] }])],
  ['a contingency without text', withContingencies([''])],
  ['contingencies that are a number', withContingencies(5)],
];

describe('documented schema of a solve body', () => {
  for (const [what, body] of RIGHT)
    it(`accepts ${what}, as the service does`, async () => {
      assert.equal(await isAccepted(body), true);
      assert.ok(isDocumented(body), JSON.stringify(isDocumented.errors));
    });
  for (const [what, body] of WRONG)
    it(`refuses ${what}, as the service does`, async () => {
      assert.deepEqual([await isAccepted(body), isDocumented(body)], [false, false]);
    });
});
