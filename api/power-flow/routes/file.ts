/** Runs every check on a whole case: the text of a MATPOWER case or of a PSS/E RAW file, or a network. */
import {
  array,
  boolean,
  type InferType,
  mixed,
  number,
  object,
  string,
  type TestContext,
  type ValidationError,
} from 'yup';
import type { Unit } from '../../../temporal/case/elements/units.ts';
import { networkBody, toNetworkContent } from '../../../temporal/case/network-body.ts';
import { ImportError } from '../../formats/base/report.ts';
import { MatpowerError, parseMatpower } from '../../formats/matpower/parse-matpower.ts';
import { readPsseRaw } from '../../formats/psse-raw/read-psse-raw.ts';
import { Unprocessable } from '../../http/errors.ts';
import { LONG_S, reply } from '../../http/route.ts';
import { NETWORK } from '../../scenarios/network-example.ts';
import { CHECKS, checkFile } from '../checks/check-file.ts';
import { ELEMENT_TYPES, type ElementId } from '../findings.ts';
import { type CaseData, caseOfMatpower, caseOfNetwork } from '../read-case.ts';
import { checkOf, defineRoute } from './check-route.ts';

const count = () => number().integer().min(0).required();
const isId = (value: unknown): value is ElementId => typeof value === 'string' || typeof value === 'number';

const findings = () =>
  array(
    object({
      check: string().oneOf(CHECKS).required(),
      message: string().required(),
      code: string().nullable().defined(),
      element_type: string()
        .oneOf(ELEMENT_TYPES)
        .nullable()
        .defined()
        .meta({ description: 'null = the whole case' }),
      element_id: mixed(isId).nullable().defined(),
    }),
  ).required();

const value = (unit: Unit) => number().nullable().optional().meta({ unit });
const id = () => mixed(isId).required();

/** Elements in service as the checks read them, for drawings and for lists of findings. */
const elements = object({
  buses: array(
    object({ id: id(), v_nom_kv: value('kV'), v_pu: value('pu'), angle_deg: value('deg') }),
  ).required(),
  lines: array(
    object({
      id: id(),
      from_bus: id(),
      to_bus: id(),
      r_ohm: value('ohm'),
      x_ohm: value('ohm'),
      s_nom_mva: value('MVA').meta({ description: '0 or null = unlimited' }),
      type: string().optional(),
    }),
  ).required(),
  generators: array(
    object({
      id: id(),
      bus: id(),
      p_min_mw: value('MW'),
      p_max_mw: value('MW'),
      p_mw: value('MW'),
      q_mvar: value('MVAr'),
      q_min_mvar: value('MVAr'),
      q_max_mvar: value('MVAr'),
    }),
  ).required(),
});

/** Longest text of a file, characters; longer than any body may be. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

const caseFile = object({
  matpower: string()
    .min(1)
    .max(MOST_CHARACTERS)
    .optional()
    .meta({ description: 'Text of a MATPOWER case file (.m, version 2)' }),
  psse_raw: string()
    .min(1)
    .max(MOST_CHARACTERS)
    .optional()
    .meta({ description: 'Text of a RAW file of PSS/E, revisions 33 to 35' }),
  network: networkBody.optional().default(undefined),
}).test({ name: 'one', message: '', skipAbsent: true, test: hasOneFormat });

function hasOneFormat(value: object, context: TestContext): true | ValidationError {
  const formats = ['matpower', 'psse_raw', 'network'].filter(
    (name) => Reflect.get(value, name) !== undefined,
  );
  if (formats.length === 1) return true;
  const message =
    formats.length === 0
      ? 'Field required: matpower, psse_raw or network'
      : 'Give only one of matpower, psse_raw and network';
  return context.createError({ path: 'matpower', message });
}

export const validateFile = defineRoute({
  ...checkOf('validate-file'),
  summary:
    'Run all checks on one case, a MATPOWER file, a RAW file of PSS/E or a network; findings by severity',
  query: object({
    include: string()
      .oneOf(['network'] as const)
      .optional()
      .meta({ description: 'network: also return the elements' }),
  }),
  body: caseFile,
  seconds: LONG_S,
  example: { body: { network: NETWORK } },
  responses: {
    200: object({
      valid: boolean().required().meta({ description: 'No errors' }),
      checks: array(string().oneOf(CHECKS).required()).required(),
      elements: object({ buses: count(), lines: count(), generators: count() }).required(),
      counts: object({ error: count(), warning: count(), info: count() }).required(),
      findings: object({ error: findings(), warning: findings(), info: findings() }).required(),
      network: elements.optional().default(undefined).meta({
        description:
          'Elements in service, with `include=network`; MATPOWER elements are numbered in file order',
      }),
    }),
  },
  handle: async ({ body, query, deps }) => {
    const data = await readCase(body);
    const report = checkFile(data, deps.settings);
    return reply(200, { ...report, ...(query.include && { network: copyOf(data) }) });
  },
});

const copyOf = ({ buses, lines, generators }: CaseData) => ({
  buses: [...buses],
  lines: [...lines],
  generators: [...generators],
});

async function readCase({ matpower, psse_raw, network }: InferType<typeof caseFile>): Promise<CaseData> {
  if (network) return caseOfNetwork(toNetworkContent(network));
  if (psse_raw !== undefined) return readRaw(psse_raw);
  try {
    return caseOfMatpower(parseMatpower(matpower ?? ''));
  } catch (error) {
    if (!(error instanceof MatpowerError)) throw error;
    throw new Unprocessable([{ loc: ['body', 'matpower'], msg: error.message, type: 'value_error' }]);
  }
}

/** Reads a RAW file as a network, without voltage set-points and reactive limits. */
async function readRaw(text: string): Promise<CaseData> {
  try {
    const { network } = readPsseRaw(text);
    return caseOfNetwork(toNetworkContent(network));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const loc = ['body', 'psse_raw', ...error.path];
    throw new Unprocessable([{ loc, msg: error.message, type: 'value_error' }]);
  }
}
