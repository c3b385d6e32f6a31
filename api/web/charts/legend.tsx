/** What the colours of a scale mean. */
import { type ColorScale, colorOf, css } from './color-scale.ts';

interface LegendProps {
  readonly scale: ColorScale;
  readonly format: (value: number) => string;
}

export function Legend({ scale, format }: LegendProps) {
  const { low, high, stops, words, signs, ends: [least, most] = [low, high] } = scale;
  if (words)
    return (
      <span class="legend">
        {words.map((word, i) => (
          <span key={word}>
            <i style={{ background: css(colorOf(scale, low + i)) }} /> {word} {signs?.[i]}
          </span>
        ))}
      </span>
    );
  return (
    <span class="legend">
      {least < low ? `${format(least)} to ${format(low)}` : format(low)}
      <i class="ramp" style={{ background: `linear-gradient(to right, ${stops.map(css).join(', ')})` }} />
      {most > high ? `${format(high)} to ${format(most)}` : format(high)}
    </span>
  );
}
