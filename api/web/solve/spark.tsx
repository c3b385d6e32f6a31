/** Numbers by the hour in one line: a curve, and between what they lie. */
import { exact } from '../parts/format.ts';
import { numbersIn } from './series.ts';

/** `value`: numbers with commas between them. */
export function Spark({ value }: { readonly value: string }) {
  const values = numbersIn(value) ?? [];
  const [first = 0] = values;
  const least = values.reduce((a, b) => Math.min(a, b), first);
  const most = values.reduce((a, b) => Math.max(a, b), first);
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const points = values.map((each, hour) => {
    const [x, y] = [hour / Math.max(1, values.length - 1), (high - each) / (high - low || 1)];
    return `${96 * x},${1 + 22 * y}`;
  });
  return (
    <>
      <svg class="spark" viewBox="0 0 96 24" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>{' '}
      {exact(least)} to {exact(most)}
    </>
  );
}
