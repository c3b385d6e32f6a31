/** Search over pages, records and elements, opened by a button or Ctrl K. It also lists the keyboard shortcuts. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { NAVIGATION } from './pages.ts';
import { type Entry, entriesOf, entry, ranked } from './palette-entries.ts';
import { Check } from './parts/form.tsx';
import { href, match, type Query, usePlace } from './parts/router.ts';
import { get, me } from './parts/session.ts';
import { useLoad } from './parts/use-load.ts';

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select';
/** Key in local storage. It is set if the shortcut `?` is disabled, for example by users of speech input. */
const KEY_OFF = 'key-off';

export function Search({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey } = event;
      const isShortcut =
        ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '?' && !localStorage.getItem(KEY_OFF);
      const isField = target instanceof Element && target.matches(FIELDS);
      if (!isShortcut || isField || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The largest number of records that the server returns on one page. */
const params = { query: { limit: 100 } };
const MOST_SHOWN = 14;

const PAGES = [
  ...NAVIGATION.map(({ path, text }) => entry('Page', text, path)),
  entry('Page', 'Check a certificate', '/verify'),
];

/** Entries for the newest records of the user. Lists that fail to load, or that the user may not read, are omitted. */
async function readEntries(signal: AbortSignal) {
  const lists = await Promise.allSettled([
    get('/api/modules/analyst/solve', { params, signal }),
    get('/api/scenarios', { params, signal }),
    get('/api/experiments', { params, signal }),
    get('/api/model-builder/executions', { params, signal }),
    get('/api/connection-studies', { params, signal }),
  ]);
  return entriesOf(
    Object.assign({}, ...lists.map((list) => (list.status === 'fulfilled' ? list.value : {}))),
  );
}

/** Entries for units and buses of the result that the page shows. */
async function readElements(jobId: string | undefined): Promise<Entry[]> {
  if (!jobId) return [];
  const { readResult } = await import('./results/result-data.tsx');
  const { commitment, lmp } = await readResult(jobId, ['commitment', 'lmp']);
  const at = (query: Query) => href(`/jobs/${jobId}`, query).slice(1);
  return [
    ...commitment.names.map((unit) => entry('Unit', unit, at({ view: 'commitment', unit }))),
    ...lmp.names.map((bus) => entry('Bus', bus, at({ view: 'prices', bus }))),
  ];
}

function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const jobId = match('/jobs/:id', usePlace().path)?.['id'];
  const { data: things = [] } = useLoad(readEntries, []);
  const { data: elements = [] } = useLoad(() => readElements(jobId), [jobId]);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isOff, setIsOff] = useState(Boolean(localStorage.getItem(KEY_OFF)));
  const pages = PAGES.filter(({ address }) => !address.startsWith('/admin') || me.get()?.role === 'admin');
  const shown = ranked([...pages, ...things, ...elements], text, MOST_SHOWN);
  useEffect(() => dialog.current?.showModal(), []);
  const go = (address: string | undefined): void => {
    if (address === undefined) return;
    dialog.current?.close();
    location.hash = address;
  };
  const hear = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt(Math.max(0, Math.min(shown.length - 1, at + step)));
    else if (event.key === 'Enter') go(shown[at]?.address);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} style={{ width: '90vw' }} aria-label="Search" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Go to or search"
        aria-expanded={shown.length > 0}
        aria-controls="palette"
        aria-activedescendant={shown[at] && `palette-${at}`}
        placeholder="Page, job, scenario, experiment, run, unit, bus or id"
        autocomplete="off"
        style={{ width: '100%', marginBottom: '0.5rem' }}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={hear}
      />
      <div id="palette" role="listbox" aria-label="Results">
        {shown.map(({ kind, text: name, about, address }, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter of the search field choose an option.
          <div
            key={address}
            id={`palette-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onClick={() => go(address)}
          >
            <span class="badge">{kind}</span> {name} <small class="quiet">{about}</small>
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {shown.length === 0 && 'No matches.'}
      </p>
      <p class="quiet">
        <kbd>↑ ↓ Enter</kbd> choose · <kbd>Esc</kbd> close · <kbd>Ctrl K</kbd> or <kbd>?</kbd> this list, but
        not in a field · <kbd>← →</kbd> the hour, at its slider
      </p>
      <Check
        label="Enable ? key"
        isOn={!isOff}
        onChange={(isOn) => {
          localStorage.setItem(KEY_OFF, isOn ? '' : 'off');
          setIsOff(!isOn);
        }}
      />
    </dialog>
  );
}
