/** Report of an import or export: content that was kept, changed or dropped. */
import type { Reply } from '../../client/client.ts';
import { Badge, Notice } from './elements.tsx';
import { count } from './format.ts';

interface ReportProps {
  readonly report: Reply<'postScenariosImport', 201>['report'];
  /** First word of the report, `Imported` or `Exported`. */
  readonly done: string;
}

export function ImportReport({ report, done }: ReportProps) {
  const parts = [
    ['Kept', report.kept],
    ['Changed', report.changed],
    ['Dropped', report.dropped],
  ] as const;
  const isExact = [...report.changed, ...report.dropped].every(({ severity }) => severity === 'info');
  return (
    <>
      <Notice tone={isExact ? 'good' : 'warning'}>
        {isExact ? `${done}. Costs are unchanged by the import.` : `${done} with changes; see the warnings.`}
      </Notice>
      {parts.map(
        ([text, entries]) =>
          entries.length > 0 && (
            <div key={text}>
              <h3>{text}</h3>
              <ul>
                {entries.map(({ severity, message, count: places }) => (
                  <li key={message}>
                    {severity === 'warning' && <Badge text="warning" />} {message}
                    {places > 1 && ` (${count(places)} times)`}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </>
  );
}
