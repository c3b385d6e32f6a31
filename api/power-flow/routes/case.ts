/** Checks of a whole case: as lists of elements, or as a file. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import { networkBody, toNetworkContent } from '../../../temporal/case/messages/network-body.ts';
import { inSlices } from '../../../temporal/json/in-slices.ts';
import { MatpowerError } from '../../formats/matpower/assignments.ts';
import { parseMatpower } from '../../formats/matpower/parse-matpower.ts';
import { Unprocessable } from '../../http/errors.ts';
import { reply } from '../../http/route.ts';
import { NETWORK } from '../../scenarios/network-example.ts';
import { type CaseData, caseOfNetwork } from '../case-data.ts';
import { caseOfMatpower } from '../case-of-matpower.ts';
import { checkCase } from '../checks/check-case.ts';
import { CHECKS, checkFile } from '../checks/check-file.ts';
import { ELEMENT_TYPES, type ElementId } from '../findings.ts';
import { flag, id, itemList, measured, reference, text } from '../item-list.ts';
import { CHECK, defineRoute, idGroups, messages } from './check-route.ts';

const lines = {
  id: reference('Line; messages name its place in the list when absent'),
  from_bus: id('Bus'),
  to_bus: id('Bus'),
  in_service: flag('false: connects nothing'),
  type: text('transformer: its ends may differ in voltage'),
  tap_ratio: { kind: 'measured', description: 'Other than 0: a transformer' } as const,
};

const generators = {
  id: reference('Unit; messages name its place in the list when absent'),
  bus: reference('Bus'),
  q_max_mvar: measured('MVAr', 'Largest reactive power'),
  q_min_mvar: measured('MVAr', 'Smallest reactive power'),
};

const count = () => number().integer().required();

export const validateCase = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-case',
  summary: 'Whether a case is complete and consistent enough for a power flow',
  body: object({
    buses: itemList({ id: id('Bus'), v_nom_kv: measured('kV', 'Base voltage') }, 'Buses').required(),
    lines: itemList(lines, 'Lines').required(),
    generators: itemList(generators, 'Units').required(),
  }),
  example: {
    body: {
      buses: [
        { id: 1, v_nom_kv: 230 },
        { id: 2, v_nom_kv: 230 },
        { id: 3, v_nom_kv: 115 },
      ],
      lines: [
        { id: 'L1', from_bus: 1, to_bus: 2 },
        { id: 'T1', from_bus: 2, to_bus: 3, type: 'transformer' },
      ],
      generators: [{ id: 'G1', bus: 1, q_max_mvar: 50, q_min_mvar: -50 }],
    },
    reply: {
      valid: true,
      data_quality_issues: [],
      warnings: [],
      details: { buses: 3, lines: 2, generators: 1, components: [[1, 2, 3]], voltage_levels_kv: [230, 115] },
    },
  },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No data quality issues' }),
      data_quality_issues: messages('What must be mended'),
      warnings: messages('What is unusual'),
      details: object({
        buses: count(),
        lines: count(),
        generators: count(),
        components: idGroups('Islands, largest first'),
        voltage_levels_kv: array(number().required()).required().meta({ description: 'Descending' }),
      }).required(),
    }),
  },
  handle: async ({ body, deps }) => reply(200, await inSlices(checkCase(body, deps.settings))),
});

const size = () => number().integer().min(0).required();
const isId = (value: unknown): value is ElementId => typeof value === 'string' || typeof value === 'number';

const findings = () =>
  array(
    object({
      check: string().oneOf(CHECKS).required(),
      message: string().required(),
      code: string().nullable().defined(),
      element_type: string().oneOf(ELEMENT_TYPES).nullable().defined(),
      element_id: mixed(isId).nullable().defined(),
    }),
  ).required();

const caseFile = object({
  matpower: string().min(1).optional().meta({ description: 'Text of a MATPOWER case file (.m, version 2)' }),
  network: networkBody.optional().default(undefined),
}).test('one', '', (value, context) => {
  const given = [value.matpower, value.network].filter((format) => format !== undefined).length;
  if (given === 1) return true;
  const message = given === 0 ? 'Field required: matpower or network' : 'Only one of matpower and network';
  return context.createError({ path: 'matpower', message });
});

export const validateFile = defineRoute({
  ...CHECK,
  path: '/modules/power-flow/validate-file',
  summary: 'All checks of one case, a MATPOWER file or a network, by severity',
  body: caseFile,
  example: { body: { network: NETWORK } },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      checks: array(string().oneOf(CHECKS).required()).required(),
      elements: object({ buses: size(), lines: size(), generators: size() }).required(),
      counts: object({ error: size(), warning: size(), info: size() }).required(),
      findings: object({ error: findings(), warning: findings(), info: findings() }).required(),
    }),
  },
  handle: async ({ body, deps }) =>
    reply(200, await inSlices(checkFile(await readCase(body), deps.settings))),
});

async function readCase({ matpower, network }: InferType<typeof caseFile>): Promise<CaseData> {
  if (network) return caseOfNetwork(toNetworkContent(network));
  try {
    return caseOfMatpower(await inSlices(parseMatpower([matpower ?? ''])));
  } catch (error) {
    if (!(error instanceof MatpowerError)) throw error;
    throw new Unprocessable([{ loc: ['body', 'matpower'], msg: error.message, type: 'value_error' }]);
  }
}
