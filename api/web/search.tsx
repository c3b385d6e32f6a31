/** The search of the head line, and the keys that work everywhere but in fields. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type DialogProps, hasSingleKeys, Keys } from './keys.tsx';

type Dialog = 'palette' | 'keys';

const LOADS: Readonly<Record<Dialog, () => Promise<ComponentType<DialogProps>>>> = {
  palette: async () => (await import('./palette.tsx')).Palette,
  keys: async () => Keys,
};

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select';

/** What a key asks for; nothing in a field, and nothing while a dialog is open. */
function askedBy({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): Dialog | undefined {
  if (target instanceof Element && target.matches(FIELDS)) return undefined;
  if (document.querySelector('dialog[open]')) return undefined;
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? 'palette' : undefined;
  return key === '?' && hasSingleKeys.get() ? 'keys' : undefined;
}

export function Search() {
  const [asked, setAsked] = useState<Dialog>();
  const [shown, setShown] = useState<{ readonly View: ComponentType<DialogProps> }>();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const dialog = askedBy(event);
      if (!dialog) return;
      event.preventDefault();
      setAsked(dialog);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  useEffect(() => {
    if (asked) void LOADS[asked]().then((View) => setShown({ View }));
    else setShown(undefined);
  }, [asked]);
  return (
    <>
      <button
        type="button"
        class="search"
        title="Go to a page, job, scenario, unit or bus"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setAsked('palette')}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13M15.500 15.500 21 21" />
        </svg>
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {asked && shown && <shown.View onClose={() => setAsked(undefined)} />}
    </>
  );
}
