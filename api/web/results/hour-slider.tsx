/** The hour that is shown; it is part of the address, and keys move it. */
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Span } from '../charts/heat-cells.ts';
import { capitalized, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourAfter, within } from './room.ts';

const show = (hour: number): void => setQuery({ hour }, { replace: true });

/** What has a use for these keys of its own. */
const OWN_KEYS = 'button, a, select, summary, textarea, dialog, input:not([type=range]), [role=application]';

type Keys = Readonly<Record<string, () => void>>;

/**
 * The hour of the address; `first` before one is chosen, and where there is no such hour. Arrow keys, Home and End step
 * through the span; `keys` are what others do.
 */
export function useHour(
  hours: number,
  first: number,
  span: Span = { from: 0, to: hours },
  keys?: Keys,
): number {
  const { query } = usePlace();
  const chosen = Number(query['hour'] ?? Number.NaN);
  const hour = within(Number.isInteger(chosen) && chosen >= 0 && chosen < hours ? chosen : first, span);
  // Before the next key, so that each of many steps counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const next = hourAfter(key, hour, span);
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.closest(OWN_KEYS))) return;
      if (next !== undefined) show(next);
      else if (keys?.[key]) keys[key]();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return hour;
}

interface HourSliderProps {
  readonly hour: number;
  readonly hours: number;
  /** Hours to choose from; all of them when absent. */
  readonly span?: Span;
}

export function HourSlider({ hour, hours, span: { from, to } = { from: 0, to: hours } }: HourSliderProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{capitalized(periodName(hour))}</label>
      <input
        id={id}
        type="range"
        min={from}
        max={Math.max(from, to - 1)}
        value={hour}
        aria-valuetext={periodName(hour)}
        onInput={({ currentTarget }) => show(Number(currentTarget.value))}
      />
    </div>
  );
}

/** How long each hour is shown, ms. */
const SHOWN_MS = 400;

/** The hour, which space lets play: hour after hour, and again from the first. */
export function usePlayer(hours: number, first: number, span: Span = { from: 0, to: hours }, keys?: Keys) {
  const player = useState(false);
  const [isPlaying, setIsPlaying] = player;
  const hour = useHour(hours, first, span, { ' ': () => setIsPlaying(!isPlaying), ...keys });
  const { from, to } = span;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => show(hour + 1 < to ? hour + 1 : from), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, hour, from, to]);
  return { hour, player };
}

interface HourPlayerProps extends HourSliderProps {
  readonly player: ReturnType<typeof usePlayer>['player'];
}

export const HourPlayer = ({ player: [isPlaying, setIsPlaying], ...shown }: HourPlayerProps) => (
  <>
    <button type="button" aria-pressed={isPlaying} onClick={() => setIsPlaying(!isPlaying)}>
      {isPlaying ? 'Pause' : 'Play'}
    </button>
    <HourSlider {...shown} />
  </>
);
