/** Download by a script, because the request of a plain link would not contain the token. */
import { ProblemNotice } from './elements.tsx';
import { useAction } from './form.tsx';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'CSV',
  html: 'HTML',
  json: 'JSON',
  parquet: 'Parquet',
  zip: 'Zip',
};

interface DownloadProps {
  readonly text: string;
  readonly name: string;
  readonly read: () => Promise<Blob>;
}

export function Download({ text, name, read }: DownloadProps) {
  const action = useAction(async () => {
    save(name, await read());
  });
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'File';
  return (
    <li>
      <span>{text}</span>
      <button
        type="button"
        aria-disabled={action.isBusy}
        onClick={action.run}
        aria-label={`${type}: ${text}`}
      >
        {type}
      </button>
      {action.problem && <ProblemNotice problem={action.problem} />}
    </li>
  );
}

/** Downloads of the report and the signed certificate of a job or run. */
export const SignedFiles = ({
  id,
  read,
}: {
  readonly id: string;
  readonly read: (what: 'report.html' | 'certificate') => Promise<Blob>;
}) => (
  <>
    <Download text="Report, printable" name={`report-${id}.html`} read={() => read('report.html')} />
    <Download text="Signed certificate" name={`certificate-${id}.json`} read={() => read('certificate')} />
  </>
);

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Releases the blob after the browser has had time to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
