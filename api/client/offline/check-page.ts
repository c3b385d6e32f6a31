/**
 * Checks that a report shows its data: generates the page again from the data, and compares both character by
 * character.
 */
import { jobReport, runReport } from '../report/report.ts';
import { studyReport } from '../report/study-report.ts';
import { attempt } from './check-run.ts';
import { type Finding, finding } from './findings.ts';
import type { Page } from './read-certificate.ts';

/** Pattern of the title, the only text of a report that its data do not contain. */
const TITLE = /<h1>([^<]*)<\/h1>/;
const SIGN = /&#(\d{1,5});/g;
const SHOWN = 100;

const WRITERS = { job: jobReport, run: runReport, study: studyReport };

/** A job has a case and a schedule, a study only its results, a run neither. */
const kindOf = ({ case: payload, schedule }: Page['parts']): keyof typeof WRITERS =>
  payload !== undefined ? 'job' : schedule !== undefined ? 'study' : 'run';

export function checkPage({ text, parts }: Page): Finding {
  const kind = kindOf(parts);
  const isRun = kind === 'run';
  if (isRun && parts.printed === undefined)
    return finding('page', null, 'The printed text cannot be checked: the report does not contain its data');
  const [, heading = ''] = TITLE.exec(text) ?? [];
  const title = heading.replaceAll(SIGN, (_, code) => String.fromCharCode(Number(code)));
  // The parts come from a file and are not validated, so that they have no type: wrong ones produce a different page or
  // throw.
  const again = attempt(() => WRITERS[kind]({ title, ...parts } as never));
  if (again !== text) {
    const words =
      'The printed text does not match the data inside: it was changed, or written by another version';
    return finding('page', false, words);
  }
  if (isRun)
    return finding('page', null, 'The printed text cannot be checked: daily sums and prices are not signed');
  const name = JSON.stringify(title.slice(0, SHOWN));
  return finding('page', true, `The printed text matches the data; only the title, ${name}, is not signed`);
}
