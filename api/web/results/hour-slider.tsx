/** Hour that the page shows. It is kept in the address and can be changed by keys. */
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Span } from '../charts/heat-cells.ts';
import { capitalized, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';
import { hourAfter, within } from './room.ts';

const show = (hour: number): void => setQuery({ hour }, { replace: true });

/** Selector of elements that have a use of their own for these keys. */
const OWN_KEYS = 'button, a, select, summary, textarea, dialog, input:not([type=range]), [role=application]';

type Keys = Readonly<Record<string, () => void>>;

/**
 * The hour in the address, or `first` if the address has none. Arrow keys, Home and End change the hour within the
 * span; `keys` adds further keys.
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
  // A layout effect runs before the next key event, so that no key press is missed.
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
  /** Range of hours that can be selected; default: all. */
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

/** Time for which the player shows each hour, ms. */
const SHOWN_MS = 400;

/** The hour shown, with a player that runs through the span again and again. The space key starts and stops it. */
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
