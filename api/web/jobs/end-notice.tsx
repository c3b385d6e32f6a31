/** A notification of the browser when a job ends whose page is open: only for those who asked for it by the button. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOver } from '../../client/runs.ts';
import { type Job, titleOf } from '../results/view.ts';

/** In local storage. */
const KEY = 'tell-end';
/** Not on plain HTTP beyond this machine, and not in every browser. */
const canNotify = 'Notification' in globalThis;
const isWanted = (): boolean =>
  canNotify && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'yes';

/** In the tab of the browser, where it is seen from other tabs. */
function tabTitle(job: Job): string {
  const { status, progress, termination_status } = job;
  const how = { queued: 'Queued', running: `${progress} %` } as const;
  const state = status === 'queued' || status === 'running' ? how[status] : (termination_status ?? status);
  return `${state} · ${titleOf(job)}`;
}

/** Tells the end of a job that was seen to run: in the tab of the browser, and by a notification. */
export function useEndNotice(job: Job | undefined): void {
  const wasOpen = useRef(false);
  const title = job && tabTitle(job);
  useEffect(() => {
    if (!job || !title) return;
    document.title = title;
    // Browsers of phones throw: they have notifications for installed pages only.
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
