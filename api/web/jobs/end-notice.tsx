/** Browser notification when a job ends while its page is open; the button enables it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOver } from '../../client/runs.ts';
import { type Job, titleOf } from '../results/view.ts';

/** Key of the setting in local storage. */
const KEY = 'tell-end';
/**
 * True if the browser can show notifications: some browsers cannot, and others not over plain HTTP, except on
 * localhost.
 */
const canNotify = 'Notification' in globalThis;
const isWanted = (): boolean =>
  canNotify && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'yes';

/** Title of the browser tab with the state of the job. */
function tabTitle(job: Job): string {
  const { status, progress, termination_status } = job;
  const how = { queued: 'Queued', running: `${progress} %` } as const;
  const state = status === 'queued' || status === 'running' ? how[status] : (termination_status ?? status);
  return `${state} · ${titleOf(job)}`;
}

/** Shows the state of a job in the tab title, and notifies when it ends. */
export function useEndNotice(job: Job | undefined): void {
  const wasOpen = useRef(false);
  const title = job && tabTitle(job);
  useEffect(() => {
    if (!job || !title) return;
    document.title = title;
    // Mobile browsers throw an error here: they allow notifications only for installed pages.
    try {
      if (wasOpen.current && isOver(job) && isWanted()) new Notification(title);
    } catch {}
    wasOpen.current = !isOver(job);
  }, [title]);
}

export function EndNoticeSwitch() {
  const [isOn, setIsOn] = useState(isWanted);
  if (!canNotify) return null;
  const change = async (): Promise<void> => {
    const isAllowed = !isOn && (await Notification.requestPermission()) === 'granted';
    localStorage.setItem(KEY, isAllowed ? 'yes' : 'no');
    setIsOn(isAllowed);
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title="While this page is open, if the browser allows it"
      onClick={change}
    >
      Notify me when it is done
    </button>
  );
}
