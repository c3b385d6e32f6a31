/** Whether a report prints what its data say: it is made again from them, and compared character by character. */
import { type JobReportParts, jobReport, type RunReportParts, runReport } from '../report/report.ts';
import { attempt } from './check-run.ts';
import { type Finding, finding } from './findings.ts';
import type { Page } from './read-certificate.ts';

/** The one thing that is printed and is not among the data. */
const TITLE = /<h1>([^<]*)<\/h1>/;
const SIGN = /&#(\d{1,5});/g;
const SHOWN = 100;

export function checkPage({ text, parts }: Page): Finding {
  const isRun = parts.case === undefined;
  if (isRun && parts.printed === undefined)
    return finding('page', null, 'What is printed was not checked: it is not among the data of the report');
  const [, heading = ''] = TITLE.exec(text) ?? [];
  const title = heading.replaceAll(SIGN, (_, code) => String.fromCharCode(Number(code)));
  // The parts come from a file and are not checked against their types: wrong ones make another page, or none.
  const again = attempt(() =>
    isRun
      ? runReport({ title, ...parts } as unknown as RunReportParts)
      : jobReport({ title, ...parts } as unknown as JobReportParts),
  );
  if (again !== text) {
    const words =
      'What is printed is not what the data inside make: it was changed, or another version wrote it';
    return finding('page', false, words);
  }
  if (isRun)
    return finding('page', null, 'What is printed was not checked: sums and prices of days are not signed');
  const name = JSON.stringify(title.slice(0, SHOWN));
  return finding('page', true, `It prints what its data make; only its title, ${name}, is signed by nobody`);
}
