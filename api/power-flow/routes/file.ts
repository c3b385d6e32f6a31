/** Every check of a whole case that is sent as a file: the text of a MATPOWER case, or a network. */
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
import { CHECKS, checkFile } from '../checks/check-file.ts';
import { ELEMENT_TYPES, type ElementId } from '../findings.ts';
import { CHECK, defineRoute } from './check-route.ts';

const count = () => number().integer().min(0).required();
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
      elements: object({ buses: count(), lines: count(), generators: count() }).required(),
      counts: object({ error: count(), warning: count(), info: count() }).required(),
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
