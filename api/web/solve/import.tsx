/** A file in a foreign format becomes a scenario first; a report says what was kept, changed and dropped. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import type { FileFormat } from '../../client/file-format.ts';
import { newId } from '../../client/runs.ts';
import { ProblemNotice, Spinner } from '../parts/elements.tsx';
import { Field, useAction } from '../parts/form.tsx';
import { ImportReport } from '../parts/import-report.tsx';
import { setQuery } from '../parts/router.ts';
import { api } from '../parts/session.ts';
import { idFrom } from './draft.ts';

const FORMATS = {
  'pglib-uc': 'a pglib-uc',
  'unitcommitment-jl': 'a UnitCommitment.jl',
  matpower: 'a MATPOWER',
} as const;

export interface ImportProps {
  readonly file: Blob;
  readonly title: string;
  readonly format: Exclude<FileFormat, 'service'>;
}

type Imported = Reply<'postScenariosImport', 201>;

/** Begins at once. */
export function Import({ file, title, format }: ImportProps) {
  const [profile, setProfile] = useState('');
  const [imported, setImported] = useState<Imported>();
  const isGone = useRef(false);
  const action = useAction(async () => {
    const scenario = await importFile(file, { format, title, profile });
    // Another case may have been given meanwhile.
    if (isGone.current) return;
    setImported(scenario);
    setQuery({ scenario: scenario.scenario_id });
  });
  useEffect(() => {
    action.run();
    return () => {
      isGone.current = true;
    };
  }, []);
  return (
    <section aria-label={`Import of ${title}`}>
      <p>
        {title} is {FORMATS[format]} file; it becomes a scenario of yours, which can be changed and solved.
      </p>
      {action.isBusy && <Spinner label={`Importing ${title}`} />}
      {action.problem && <ProblemNotice problem={action.problem} retry={action.run} />}
      {imported && <ImportReport report={imported.report} done="Imported" />}
      {format === 'matpower' && (
        <>
          <Field
            label="Load by hour, as a multiple of the file's"
            value={profile}
            onValue={setProfile}
            placeholder="0.8, 1, 0.9"
            hint="A MATPOWER case is one hour; numbers with commas make more of them"
          />
          <button type="button" aria-disabled={action.isBusy} onClick={action.run}>
            Import with these hours
          </button>
        </>
      )}
    </section>
  );
}

interface Asked {
  readonly format: ImportProps['format'];
  readonly title: string;
  readonly profile: string;
}

function importFile(file: Blob, { format, title, profile }: Asked): Promise<Imported> {
  const query = {
    format,
    scenario_id: newId(idFrom(title)),
    name: title.slice(0, 200),
    ...(profile.trim() && { load_profile: profile }),
  };
  return data(
    api.POST('/api/scenarios/import', {
      params: { query },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: '',
      bodySerializer: () => file,
    }),
  );
}
