/** A number as English words, figure by figure after the point. */
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly (readonly [size: number, name: string])[] = [
  [1e6, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
];

export function numberInWords(value: number): string {
  const [whole = '0', decimals = ''] = String(Math.abs(value)).split('.');
  const point = decimals && ` point ${[...decimals].map((digit) => SMALL[Number(digit)]).join(' ')}`;
  return `${value < 0 ? 'minus ' : ''}${wholeInWords(Number(whole))}${point}`;
}

function wholeInWords(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  if (scale) {
    const [size, name] = scale;
    const rest = value % size;
    return `${wholeInWords(Math.floor(value / size))} ${name}${rest ? ` ${wholeInWords(rest)}` : ''}`;
  }
  if (value < 20) return SMALL[value] ?? '';
  const ones = value % 10;
  return `${TENS[Math.floor(value / 10)]}${ones ? `-${SMALL[ones]}` : ''}`;
}
