/** A notification of the browser when a job ends whose page is open: only for those who asked for it by the button. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { objectiveText } from '../parts/objective.tsx';
import { createStore, useStore } from '../parts/store.ts';
import type { Job } from '../results/view.ts';
import { isOpen } from './follow-job.ts';
import { titleOf } from './words.ts';

const KEY = 'tell-end';
const isAsked = createStore(localStorage.getItem(KEY) === 'yes');

/** Not on plain HTTP beyond this machine, and not in every browser. */
const canNotify = isSecureContext && 'Notification' in globalThis;
const mayNotify = (): boolean => canNotify && Notification.permission === 'granted';

function ask(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'yes' : 'no');
  isAsked.set(isOn);
}

/** Tells the end of a job that was seen to run. */
export function useEndNotice(job: Job | undefined): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!job) return;
    if (wasOpen.current && !isOpen(job)) tell(job);
    wasOpen.current = isOpen(job);
  }, [job?.status]);
}

function tell(job: Job): void {
  if (!isAsked.get() || !mayNotify()) return;
  const { status, termination_status, objective_value } = job;
  const found = objective_value === null ? '' : `, ${objectiveText(job)}`;
  try {
    const notice = new Notification(titleOf(job), { body: `${termination_status ?? status}${found}` });
    notice.onclick = () => focus();
  } catch {
    // Browsers of phones have notifications for installed pages only.
  }
}

export function EndNoticeSwitch() {
  const isOn = useStore(isAsked) && mayNotify();
  const [isRefused, setIsRefused] = useState(false);
  if (!canNotify) return null;
  return (
    <>
      {isRefused && <small role="status">The browser does not allow notifications of this page.</small>}
      <button
        type="button"
        aria-pressed={isOn}
        title="A notification of the browser, while this page is open"
        onClick={async () => {
          if (isOn) return ask(false);
          const isAllowed = (await Notification.requestPermission()) === 'granted';
          setIsRefused(!isAllowed);
          ask(isAllowed);
        }}
      >
        Tell me when it ends
      </button>
    </>
  );
}
