/** `grid verify CASE SCHEDULE`: sends both files to the server, which verifies the schedule. */
import { caseFormatOf } from '../../client/network-format.ts';
import type { JobType } from '../../client/runs.ts';
import { verdictReason, verificationLines, verifyFiles } from '../../client/verify-files.ts';
import type { Context } from '../connection/perform.ts';
import { readFiles } from '../files/read-file.ts';
import { type Exit, Refusal } from '../terminal/exit.ts';
import { percent, plain, price } from '../terminal/text.ts';
import { withoutAbsent } from './option-values.ts';
import { VERDICTS } from './verdicts.ts';

export interface ScheduleOptions {
  readonly type?: JobType;
  readonly bound?: boolean;
}

export async function verifySchedule(
  { client, screen }: Context,
  ofCase: string,
  schedule: string,
  { type, bound = false }: ScheduleOptions,
): Promise<Exit> {
  const { files } = await readFiles(ofCase);
  const format = await caseFormatOf(files);
  if (!format) throw new Refusal(`${ofCase}: not a case format that can be imported`);
  const scheduleFiles = (await readFiles(schedule)).files;
  const toPart = ({ name, bytes }: (typeof files)[number]) => ({ name, content: new Blob([bytes]) });
  const verification = await verifyFiles(
    client,
    { case: files.map(toPart), schedule: scheduleFiles.map(toPart) },
    { format, bound, ...withoutAbsent({ type }) },
  );
  screen.answer(verification);
  for (const note of verification.notes) screen.note(`note: ${plain(note)}`);
  const [color, word, exit] = VERDICTS[verification.verdict];
  screen.say(`${screen.paint(color, word)}: ${verdictReason(verification)}`);
  for (const line of verificationLines(verification, { usd: price, percent })) screen.say(plain(line));
  return exit;
}
