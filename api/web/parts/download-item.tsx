/** Files for the person at the page. A plain link cannot be used: it would carry no token. */
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
  /** Name of the file. */
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

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has opened it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
