/** A form with the files of a case and those of a schedule -> both, as the solver service is asked about them. */
import { gunzipSync } from 'node:zlib';
import { object } from 'yup';
import { networkBody, toNetworkContent } from '../../temporal/case/messages/network-body.ts';
import { payloadSchema } from '../../temporal/case/messages/payload.ts';
import { givenScheduleSchema } from '../../temporal/case/messages/verification.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { CaseElements } from '../formats/base/given-schedule.ts';
import { ImportError } from '../formats/base/report.ts';
import { IMPORT_FORMATS, type ImportFormat, readImport } from '../formats/import-file.ts';
import { NETWORK_FORMATS, type NetworkFormat, readNetworkFiles } from '../formats/import-network.ts';
import { readSchedule } from '../formats/import-schedule.ts';
import { FILE_LIMITS, type FileSet, fileSet, isZip, openZip, readForm } from '../formats/tables/file-set.ts';
import { Unprocessable } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { validate } from '../http/validate.ts';
import { checkNetwork } from '../scenarios/change-record.ts';

const MAX_FORM_BYTES = 64 * 1024 * 1024;
const payloadBody = object({ payload: payloadSchema.required() });
const scheduleBody = object({ schedule: givenScheduleSchema.required() });

interface ReadCase {
  readonly type: JobType;
  readonly elements: CaseElements;
  /** What the solver service is sent of the case. */
  readonly asked: object;
}

export async function readForms(
  format: ImportFormat | NetworkFormat,
  request: Pick<RequestInfo, 'file' | 'header'>,
  maxHorizon: number,
) {
  const bytes = await request.file(MAX_FORM_BYTES);
  const form = await readForm(bytes, request.header('content-type') ?? '').catch(refuse([]));
  const parts = await Promise.all(
    ['case', 'schedule'].map((part) => partOf(form, part).catch(refuse([part]))),
  );
  const [ofCase = NO_FILES, ofSchedule = NO_FILES] = parts;
  const { type, elements, asked } = await readCase(format, ofCase, maxHorizon).catch(refuse(['case']));
  const both = { names: [...ofSchedule.names, ...ofCase.names], read: readEither(ofSchedule, ofCase) };
  const { schedule: read, notes } = await readSchedule(ofSchedule, both, elements).catch(
    refuse(['schedule']),
  );
  const { schedule } = await validate(scheduleBody, 'body', { schedule: read });
  return { ...asked, type, schedule, notes };
}

const NO_FILES = fileSet(new Map());

/** What lies below a name in the form: files, a file packed with gzip, or one zip. */
async function partOf(form: FileSet, part: string): Promise<FileSet> {
  const names = form.names.filter((name) => name.startsWith(`${part}/`));
  const [only, ...others] = names;
  if (only === undefined) throw new ImportError([], `The form has no file below ${part}/`);
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name.slice(part.length + 1), unpacked(name, await form.read(name)));
  const first = others.length === 0 ? [...files.values()][0] : undefined;
  return first && isZip(first) ? openZip(first) : fileSet(files);
}

function unpacked(name: string, bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: FILE_LIMITS.fileBytes });
  } catch {
    throw new ImportError(
      [name],
      `${name}: is damaged, or has more than ${FILE_LIMITS.fileBytes} bytes when unpacked`,
    );
  }
}

/** Tables of the schedule go before those of the case. */
const readEither =
  (first: FileSet, second: FileSet): FileSet['read'] =>
  (name) =>
    (first.names.includes(name) ? first : second).read(name);

async function readCase(
  format: ImportFormat | NetworkFormat,
  files: FileSet,
  maxHorizon: number,
): Promise<ReadCase> {
  const scenario = IMPORT_FORMATS.find((each) => each === format);
  if (scenario) return readPayload(scenario, files, maxHorizon);
  const read = await readNetworkFiles(NETWORK_FORMATS.find((each) => each === format) ?? 'egret', files);
  const network = await validate(networkBody, 'body', read.network);
  checkNetwork(network);
  const series = [
    ...network.loads.map(({ values }) => values),
    ...(network.renewables ?? []).map(({ p_max }) => p_max),
  ];
  const horizon = Math.max(1, ...series.map(({ length }) => length));
  if (horizon > maxHorizon)
    throw new ImportError([], `Has ${horizon} hours: a schedule of at most ${maxHorizon} can be verified`);
  const isNetwork = network.lines.length + (network.dc_lines ?? []).length > 0;
  return {
    type: isNetwork ? 'scuc' : 'uc',
    elements: { ...network, horizon },
    asked: { network: toNetworkContent(network), horizon },
  };
}

async function readPayload(format: ImportFormat, files: FileSet, maxHorizon: number): Promise<ReadCase> {
  const [name, ...others] = files.names;
  if (name === undefined || others.length > 0) throw new ImportError([], 'Should be one file');
  const { payload: read, jobType } = await readImport(format, await files.read(name), { maxHorizon });
  const { payload } = await validate(payloadBody, 'body', { payload: read });
  // `validate` knows no commitment by name; the reader made it.
  const own = { ...payload, commitment: read.commitment };
  return { type: jobType, elements: own, asked: { payload: own } };
}

/** Throws `Unprocessable` for files that cannot be read; `part`: of the form. */
const refuse =
  (part: readonly string[]) =>
  (error: unknown): never => {
    if (!(error instanceof ImportError)) throw error;
    throw new Unprocessable([
      { loc: ['body', ...part, ...error.path], msg: error.message, type: 'value_error' },
    ]);
  };
