/** The hour that is shown; it is part of the address, and arrow keys move it. */

import { useEffect, useId, useState } from 'preact/hooks';
import { capitalized, periodName } from '../parts/interval.ts';
import { setQuery, usePlace } from '../parts/router.ts';

/** The hour of the address; `first` before one is chosen, and where there is no such hour. */
export function useHour(hours: number, first: number): number {
  const { query } = usePlace();
  const chosen = Number(query['hour'] ?? Number.NaN);
  return Number.isInteger(chosen) && chosen >= 0 && chosen < hours ? chosen : first;
}

export function HourSlider({ hour, hours }: { readonly hour: number; readonly hours: number }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{capitalized(periodName(hour))}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(0, hours - 1)}
        value={hour}
        aria-valuetext={periodName(hour)}
        onInput={({ currentTarget }) => setQuery({ hour: currentTarget.value }, { replace: true })}
      />
    </div>
  );
}

/** How long each hour is shown, ms. */
const SHOWN_MS = 400;

/** The slider, and a button that lets hour follow hour. */
export function HourPlayer(shown: { readonly hour: number; readonly hours: number }) {
  const [plays, setPlays] = useState(false);
  const next = (shown.hour + 1) % shown.hours;
  useEffect(() => {
    const timer = plays && setTimeout(() => setQuery({ hour: next }, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer || undefined);
  }, [plays, next]);
  return (
    <>
      <button type="button" aria-pressed={plays} onClick={() => setPlays((before) => !before)}>
        {plays ? 'Pause' : 'Play'}
      </button>
      <HourSlider {...shown} />
    </>
  );
}
