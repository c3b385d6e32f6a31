/** Stores a file in a public format as a scenario of the caller. */
import { randomUUID } from 'node:crypto';
import { object } from 'yup';
import type { ScenarioRecord } from '../../mongo/scenarios.ts';
import { payloadSchema } from '../../temporal/case/messages/payload.ts';
import { ImportError, type ImportReport } from '../formats/base/report.ts';
import { type ImportFormat, readImport } from '../formats/import-file.ts';
import { Unprocessable } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { validate } from '../http/validate.ts';
import { putScenario } from './change-scenario.ts';
import type { ScenarioDeps } from './deps.ts';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const bodySchema = object({ payload: payloadSchema.required() });

interface ImportRequest {
  readonly format: ImportFormat;
  /** Default: an id of its own. */
  readonly scenarioId?: string | undefined;
  readonly name?: string | undefined;
  readonly loadProfile?: readonly number[] | undefined;
}

interface ImportedScenario {
  readonly record: ScenarioRecord;
  readonly payloadBytes: number;
  readonly report: ImportReport;
}

export async function importScenario(
  deps: ScenarioDeps,
  { format, scenarioId = randomUUID(), name, loadProfile }: ImportRequest,
  caller: Caller,
): Promise<ImportedScenario> {
  const bytes = await caller.request.file(MAX_FILE_BYTES);
  const options = { maxHorizon: deps.settings.MAX_HORIZON, loadProfile };
  const { payload, jobType, report } = await readImport(format, bytes, options).catch(refuse);
  await validate(bodySchema, 'body', { payload });
  const { record } = await putScenario(deps, scenarioId, { name, job_type: jobType, payload }, caller);
  return { record, payloadBytes: Buffer.byteLength(JSON.stringify(payload)), report };
}

function refuse(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  throw new Unprocessable([{ loc: ['body', ...error.path], msg: error.message, type: 'value_error' }]);
}
