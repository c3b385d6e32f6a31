/** Reports what a format defines no meaning for, or a reader did not ask for. */
import type { ReportBuilder } from './import-report.ts';
import type { JsonObject } from './json-object.ts';

export function noteUnknownFields(object: JsonObject, report: ReportBuilder): void {
  for (const path of object.unread())
    report.drop('warning', 'unknown_field', `The format does not define '${path.at(-1)}'`, path);
}
