/** What became of the content of a file or a payload in another format. */
import { array, number, object, string } from 'yup';
import { IMPORT_SEVERITIES } from '../import/import-report.ts';

const entries = (description: string) =>
  array(
    object({
      severity: string().oneOf(IMPORT_SEVERITIES).required().meta({
        description: 'info: every schedule costs what it did; warning: the problem is another one',
      }),
      code: string().required(),
      message: string().required(),
      count: number().integer().min(1).required(),
      paths: array(string().defined()).required().meta({ description: 'The first places, as JSON Pointers' }),
    }),
  )
    .required()
    .meta({ description });

export const importReportSchema = object({
  kept: entries('Carried over'),
  changed: entries('Said in another way, or approximated'),
  dropped: entries('Not carried over'),
});
