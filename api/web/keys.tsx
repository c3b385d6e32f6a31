/** The keys that do something, told when somebody presses `?`. */
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Check } from './parts/form.tsx';
import { createStore, useStore } from './parts/store.ts';

export interface DialogProps {
  readonly onClose: () => void;
}

const KEY = 'single-keys';
/** Whether keys without Ctrl do something: who speaks to the browser may not want that. */
export const hasSingleKeys = createStore(localStorage.getItem(KEY) !== 'off');
function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off');
  hasSingleKeys.set(isOn);
}

const KEYS = [
  ['Ctrl K, ⌘ K', 'search: pages, jobs, scenarios, experiments, runs, units and buses'],
  ['?', 'this list'],
  ['← →', 'the hour before or after, at the slider of the hour'],
  ['Tab, Shift Tab', 'to the next or last button, link or field'],
  ['Esc', 'close what is open'],
] as const;

export function Keys({ onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOn = useStore(hasSingleKeys);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">Keys</h2>
      <dl class="facts">
        {KEYS.map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <p>No key does anything of this while you type in a field.</p>
      <Check label="Keys without Ctrl are on" isOn={isOn} onChange={setSingleKeys} />
      <div class="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
