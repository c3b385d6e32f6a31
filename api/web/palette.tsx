/** Goes to anything by its name: pages, the caller's newest jobs and the like, units and buses of the result that is open. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { data } from '../client/client.ts';
import type { DialogProps } from './keys.tsx';
import { NAVIGATION } from './pages.ts';
import { type Entry, ranked } from './palette-match.ts';
import { href, match, usePlace } from './parts/router.ts';
import { api, me } from './parts/session.ts';
import { useStore } from './parts/store.ts';
import { useLoad } from './parts/use-load.ts';
import { readResult } from './results/result-data.ts';

/** As many as a list gives at once. */
const params = { query: { limit: 100 } };
const MOST_SHOWN = 14;

const MORE_PAGES: readonly Entry[] = [
  { kind: 'Page', text: 'New experiment', href: href('/experiments/new') },
  { kind: 'Page', text: 'New run', href: href('/runs/new') },
  {
    kind: 'Page',
    text: 'Account',
    about: 'API keys password second factor sessions',
    href: href('/account'),
  },
];

async function jobs(signal: AbortSignal): Promise<Entry[]> {
  const found = await data(api.GET('/api/modules/analyst/solve', { params, signal }));
  return found.jobs.map(({ job_id: id, name, scenario_id, status, termination_status }) => {
    const about = [termination_status ?? status, name && scenario_id, id.slice(0, 8)]
      .filter(Boolean)
      .join(' · ');
    return { kind: 'Job', text: name || scenario_id, about, id, href: href(`/jobs/${id}`) };
  });
}

async function scenarios(signal: AbortSignal): Promise<Entry[]> {
  const found = await data(api.GET('/api/scenarios', { params, signal }));
  return found.scenarios.map(({ scenario_id: id, name }) => {
    const about = name === id ? undefined : name;
    return { kind: 'Scenario', text: id, about, href: href(`/scenarios/${encodeURIComponent(id)}`) };
  });
}

async function experiments(signal: AbortSignal): Promise<Entry[]> {
  const found = await data(api.GET('/api/experiments', { params, signal }));
  return found.experiments.map(({ experiment_id: id, name, status }) => {
    return {
      kind: 'Experiment',
      text: name,
      about: `${status} · ${id.slice(0, 8)}`,
      id,
      href: href(`/experiments/${id}`),
    };
  });
}

async function runs(signal: AbortSignal): Promise<Entry[]> {
  const found = await data(api.GET('/api/model-builder/executions', { params, signal }));
  return found.executions.map(({ execution_id: id, network_id, pcm_model_id, status }) => {
    const about = `${pcm_model_id} · ${status} · ${id.slice(0, 8)}`;
    return { kind: 'Run', text: network_id, about, id, href: href(`/runs/${id}`) };
  });
}

/** Units and buses of a job that has a schedule. */
async function elements(jobId: string | undefined): Promise<Entry[]> {
  if (!jobId) return [];
  const { commitment, lmp } = await readResult(jobId, ['commitment', 'lmp']);
  const path = `/jobs/${jobId}`;
  return [
    ...(commitment?.names ?? []).map((unit) => {
      return {
        kind: 'Unit',
        text: unit,
        about: 'this result',
        href: href(path, { view: 'commitment', unit }),
      };
    }),
    ...(lmp?.names ?? []).map((bus) => {
      return { kind: 'Bus', text: bus, about: 'this result', href: href(path, { view: 'prices', bus }) };
    }),
  ];
}

function useEntries(): readonly Entry[] {
  const user = useStore(me);
  const jobId = match('/jobs/:id', usePlace().path)?.['id'];
  const pages = NAVIGATION.filter(({ isForAdmins }) => !isForAdmins || user?.role === 'admin').map(
    ({ path, text }) => ({ kind: 'Page', text, href: href(path) }),
  );
  // What is not open to the caller, or away, is not offered.
  const { data: found = [] } = useLoad(
    async (signal) => {
      const lists = [elements(jobId), jobs(signal), scenarios(signal), experiments(signal), runs(signal)];
      const settled = await Promise.allSettled(lists);
      return settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    },
    [jobId],
  );
  return [...pages, ...found, ...MORE_PAGES];
}

export function Palette({ onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const entries = useEntries();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const shown = ranked(entries, text, MOST_SHOWN);
  const chosen = Math.min(at, shown.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(
    () => document.getElementById(`palette-${chosen}`)?.scrollIntoView({ block: 'nearest' }),
    [chosen],
  );
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    dialog.current?.close();
    location.hash = entry.href;
  };
  const hear = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') go(shown[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Search" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Go to or search"
        aria-expanded={shown.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `palette-${chosen}` : undefined}
        placeholder="A page, job, scenario, experiment, run, unit or bus; a name or an id"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          setAt(0);
        }}
        onKeyDown={hear}
      />
      <div id="palette-list" role="listbox" aria-label="Found">
        {shown.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={entry.href}
            id={`palette-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => go(entry)}
          >
            <span class="badge">{entry.kind}</span>
            <span>{entry.text}</span>
            <small>{entry.about}</small>
          </div>
        ))}
      </div>
      <p class={shown.length > 0 ? 'unseen' : 'quiet'} role="status">
        {shown.length > 0 ? `${shown.length} shown` : 'Nothing has this in its name.'}
      </p>
    </dialog>
  );
}
