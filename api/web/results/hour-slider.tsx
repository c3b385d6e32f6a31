/** The hour that is shown; it is part of the address, and arrow keys move it. */

import { useId } from 'preact/hooks';
import { capitalized, periodName } from '../parts/interval.ts';
import { setQuery } from '../parts/router.ts';

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
