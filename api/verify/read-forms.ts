/** Reads a form with the files of a case and of a schedule, and makes the body of a request to the solver service. */
import { gunzipSync } from 'node:zlib';
import { object } from 'yup';
import { longestSeries } from '../../temporal/case/arithmetic/fields.ts';
import { givenScheduleSchema } from '../../temporal/case/messages/verification.ts';
import { networkBody, toNetworkContent } from '../../temporal/case/network-body.ts';
import { payloadSchema } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { type CaseElements, notJudgedIn } from '../formats/base/given-schedule.ts';
import { ImportError, type ImportReport } from '../formats/base/report.ts';
import { IMPORT_FORMATS, type ImportFormat, readImport } from '../formats/import-file.ts';
import { NETWORK_FORMATS, type NetworkFormat, readNetworkFiles } from '../formats/import-network.ts';
import { readSchedule } from '../formats/import-schedule.ts';
import {
  countBytes,
  FILE_LIMITS,
  type FileSet,
  fileSet,
  isZip,
  openZip,
  readForm,
} from '../formats/tables/file-set.ts';
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
  /** The case as sent to the solver service. */
  readonly caseBody: object;
  readonly report: ImportReport;
}

export async function readForms(
  format: ImportFormat | NetworkFormat,
  request: Pick<RequestInfo, 'file' | 'header'>,
  maxHorizon: number,
) {
  const bytes = await request.file(MAX_FORM_BYTES);
  const form = await placed(readForm(bytes, request.header('content-type') ?? ''));
  const count = countBytes();
  const ofCase = await placed(partOf(form, 'case', count), 'case');
  const ofSchedule = await placed(partOf(form, 'schedule', count), 'schedule');
  const { type, elements, caseBody, report } = await placed(readCase(format, ofCase, maxHorizon), 'case');
  // A table in the files of the schedule takes precedence over the same table in those of the case.
  const either: FileSet = {
    names: [...ofSchedule.names, ...ofCase.names],
    read: (name) => (ofSchedule.names.includes(name) ? ofSchedule : ofCase).read(name),
  };
  const {
    schedule: read,
    notes,
    notJudged,
  } = await placed(readSchedule(ofSchedule, either, elements), 'schedule');
  const { schedule } = await validate(scheduleBody, 'body', { schedule: read });
  return { ...caseBody, type, schedule, notes, not_judged: [...notJudgedIn(report), ...notJudged] };
}

/** Converts errors: throws `Unprocessable` for files that cannot be read. `part`: path of the field in the form. */
const placed = <T>(reading: Promise<T>, ...part: readonly string[]): Promise<T> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof ImportError)) throw error;
    const loc = ['body', ...part, ...error.path];
    throw new Unprocessable([{ loc, msg: error.message, type: 'value_error' }]);
  });

/** Files under a name in the form: plain, compressed with gzip, or in one zip. */
async function partOf(form: FileSet, part: string, count: Count): Promise<FileSet> {
  const names = form.names.filter((name) => name.startsWith(`${part}/`));
  const files = new Map<string, Buffer>();
  for (const name of names)
    files.set(name.slice(part.length + 1), unpacked(name, await form.read(name), count));
  const [first, ...others] = files.values();
  if (first === undefined) throw new ImportError([], `The form has no file below ${part}/`);
  return others.length === 0 && isZip(first) ? openZip(first, FILE_LIMITS, count) : fileSet(files);
}

type Count = ReturnType<typeof countBytes>;

function unpacked(name: string, bytes: Buffer, count: Count): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const whole = gunzipSync(bytes, { maxOutputLength: FILE_LIMITS.fileBytes });
    count(name, whole.length, whole.length);
    return whole;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const most = `is damaged, or has more than ${FILE_LIMITS.fileBytes} bytes when unpacked`;
    throw new ImportError([name], `${name}: ${most}`);
  }
}

async function readCase(
  format: ImportFormat | NetworkFormat,
  files: FileSet,
  maxHorizon: number,
): Promise<ReadCase> {
  const single = IMPORT_FORMATS.find((each) => each === format);
  if (single) {
    const [name, ...others] = files.names;
    if (name === undefined || others.length > 0) throw new ImportError([], 'Should be one file');
    const {
      payload: read,
      jobType: type,
      report,
    } = await readImport(single, await files.read(name), { maxHorizon });
    const { payload } = await validate(payloadBody, 'body', { payload: read });
    // The commitment that the reader adds is not in the schema, so it is added after validation.
    const withCommitment = { ...payload, commitment: read.commitment };
    return { type, elements: withCommitment, caseBody: { payload: withCommitment }, report };
  }
  const read = await readNetworkFiles(NETWORK_FORMATS.find((each) => each === format) ?? 'egret', files);
  const network = await validate(networkBody, 'body', read.network);
  checkNetwork(network);
  const horizon = Math.max(1, longestSeries(network));
  if (horizon > maxHorizon)
    throw new ImportError([], `Has ${horizon} hours: a schedule of at most ${maxHorizon} can be verified`);
  // A network with several buses has the type scuc, in which buses that no branch connects are islands.
  const type = network.buses.length > 1 ? 'scuc' : 'uc';
  const networkCase = { network: toNetworkContent(network), horizon };
  return { type, elements: { ...network, horizon }, caseBody: networkCase, report: read.report };
}
