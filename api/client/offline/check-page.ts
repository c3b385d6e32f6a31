/**
 * Checks that a report shows its data: generates the page again from the data, and compares both character by
 * character.
 */
import { type JobReportParts, jobReport, type RunReportParts, runReport } from '../report/report.ts';
import { type StudyReportParts, studyReport } from '../report/study-report.ts';
import { attempt } from './check-run.ts';
import { type Finding, finding } from './findings.ts';
import type { Page } from './read-certificate.ts';

/** Pattern of the title, the only text of a report that its data do not contain. */
const TITLE = /<h1>([^<]*)<\/h1>/;
const SIGN = /&#(\d{1,5});/g;
const SHOWN = 100;

export function checkPage({ text, parts }: Page): Finding {
  const isStudy = parts.case === undefined && parts.schedule !== undefined;
  const isRun = parts.case === undefined && !isStudy;
  if (isRun && parts.printed === undefined)
    return finding('page', null, 'The printed text cannot be checked: the report does not contain its data');
  const [, heading = ''] = TITLE.exec(text) ?? [];
  const title = heading.replaceAll(SIGN, (_, code) => String.fromCharCode(Number(code)));
  // The parts are not validated: wrong parts produce a different page or throw.
  const again = attempt(() =>
    isStudy
      ? studyReport({ title, ...parts } as unknown as StudyReportParts)
      : isRun
        ? runReport({ title, ...parts } as unknown as RunReportParts)
        : jobReport({ title, ...parts } as unknown as JobReportParts),
  );
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
