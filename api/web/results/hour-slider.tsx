/** The hour that is shown; it is part of the address, and arrow keys move it. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { Span } from '../charts/heat-cells.ts';
import { capitalized, periodName, periodOf } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';

/** The hour of the address; `first` before one is chosen, and where there is no such hour. */
export function useHour(hours: number, first: number): number {
  const { query } = usePlace();
  const chosen = Number(query['hour'] ?? Number.NaN);
  return Number.isInteger(chosen) && chosen >= 0 && chosen < hours ? chosen : first;
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
      <label for={id}>{capitalized(periodOf(hour, hours))}</label>
      <input
        id={id}
        type="range"
        min={from}
        max={Math.max(from, to - 1)}
        value={hour}
        aria-valuetext={periodName(hour)}
        onInput={({ currentTarget }) => setQuery({ hour: currentTarget.value }, { replace: true })}
      />
    </div>
  );
}

/** How long each hour is shown, ms. */
const SHOWN_MS = 400;

/** Hour after hour, and again from the first: whether it plays, and how to change that. */
export function usePlayer(hour: number, { from, to }: Span) {
  const player = useState(false);
  const [isPlaying] = player;
  useEffect(() => {
    if (!isPlaying) return;
    const next = hour + 1 < to ? hour + 1 : from;
    const timer = setTimeout(() => setQuery({ hour: next }, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, hour, from, to]);
  return player;
}

export const HourPlayer = ({ player: [isPlaying, setIsPlaying], ...shown }: HourPlayerProps) => (
  <>
    <button type="button" aria-pressed={isPlaying} onClick={() => setIsPlaying(!isPlaying)}>
      {isPlaying ? 'Pause' : 'Play'}
    </button>
    <HourSlider {...shown} />
  </>
);

interface HourPlayerProps extends HourSliderProps {
  readonly player: ReturnType<typeof usePlayer>;
}
