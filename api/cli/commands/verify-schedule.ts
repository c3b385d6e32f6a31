/** `grid verify CASE SCHEDULE`: sends both files to the server, which verifies the schedule. */
import { data, type operations } from '../../client/client.ts';
import { networkFormatOf } from '../../client/network-format.ts';
import type { JobType } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { readCaseFile, readFiles } from '../files/read-file.ts';
import { type Exit, Refusal } from '../terminal/exit.ts';
import { percent, plain, price } from '../terminal/text.ts';
import { withoutAbsent } from './option-values.ts';
import { VERDICTS } from './verdicts.ts';

export interface ScheduleOptions {
  readonly type?: JobType;
  readonly bound?: boolean;
}

type Operation = operations['postModulesAnalystVerifyFiles'];
type Format = Operation['parameters']['query']['format'];
type Verification = Operation['responses'][200]['content']['application/json'];

export async function verifySchedule(
  { client, screen }: Context,
  ofCase: string,
  schedule: string,
  { type, bound = false }: ScheduleOptions,
): Promise<Exit> {
  const form = new FormData();
  const { files } = await readFiles(ofCase);
  const format = await formatOf(ofCase, files);
  for (const { name, bytes } of files) form.append(`case/${name}`, new Blob([bytes]), `case/${name}`);
  for (const { name, bytes } of (await readFiles(schedule)).files)
    form.append(`schedule/${name}`, new Blob([bytes]), `schedule/${name}`);
  const query = { format, bound, ...withoutAbsent({ type }) };
  const verification = await data(
    client.POST('/api/modules/analyst/verify/files', {
      params: { query },
      body: {},
      bodySerializer: () => form,
    }),
  );
  screen.answer(verification);
  show(screen, verification);
  return VERDICTS[verification.verdict][2];
}

/** Format of a case, detected from a single file or from the tables of a network. Throws `Refusal`. */
async function formatOf(
  path: string,
  files: Awaited<ReturnType<typeof readFiles>>['files'],
): Promise<Format> {
  const network = networkFormatOf(files);
  const single = network === undefined || network === 'egret' || network === 'matpower';
  const content = files.length === 1 && single ? await readCaseFile(path).catch(() => undefined) : undefined;
  const format = content?.content.format ?? network;
  if (format) return format;
  throw new Refusal(`${path}: not a case format that can be imported`);
}

function show(screen: Context['screen'], { certificate, ...report }: Verification): void {
  for (const note of report.notes) screen.note(`note: ${plain(note)}`);
  const { checks } = certificate;
  const judged = checks.filter(({ vacuous }) => !vacuous);
  const failed = checks.filter(({ ok }) => !ok);
  const [color, word] = VERDICTS[report.verdict];
  const passed = `${judged.length} of ${judged.length} applicable checks passed`;
  const why = failed.length > 0 ? failed.map(({ name }) => name).join(', ') : passed;
  screen.say(`${screen.paint(color, word)}: ${why}`);
  if (report.not_judged.length > 0) screen.say('Not judged:');
  for (const { what, where, why: reason } of report.not_judged)
    screen.say(`  ${plain(what)} (${plain(where)}): ${plain(reason)}`);
  for (const { check, message } of report.problems) screen.say(`  ${check.padEnd(22)} ${plain(message)}`);
  if (report.missing.length > 0) screen.say(`Missing: ${plain(listed(report.missing))}`);
  if (report.derived.length > 0) screen.say(`Derived: ${plain(listed(report.derived))}`);
  const objective = certificate.recomputed_objective_usd ?? certificate.recomputed_cost_usd;
  screen.say(`Cost ${usd(objective)}, of which operating cost ${usd(certificate.recomputed_cost_usd)}`);
  const { simultaneous_storage: both = [] } = certificate;
  if (both.length > 0) screen.say(`Storage that charges and discharges at once: ${plain(listed(both))}`);
  if (certificate.prices === 'absent') screen.say('Prices: none given');
  const { independent_bound_usd: bound, independent_gap: gap } = certificate;
  if (typeof bound === 'number' && typeof gap === 'number')
    screen.say(
      gap > 1
        ? `Independent bound too weak to use: ${usd(bound)}`
        : `No schedule costs less than ${usd(bound)}: gap ${percent(gap)}`,
    );
}

const MOST_NAMES = 20;

const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');

/** A cost with missing numbers is stored as the largest number. */
const usd = (amount: number): string => (amount < Number.MAX_VALUE ? price(amount) : 'unknown');
