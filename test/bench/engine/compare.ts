/**
 * Figures beside those that were kept: by the ratio of plain HiGHS to the engine in the same run, so that a slow
 * machine does not matter.
 */
import { type Figure, type Figures, GAPS, type Gap, type Pair } from './figure.ts';

const CLOSED = 0.001;
/** What an independent bound is wanted to prove. */
const CLOSE = 0.005;
const HEADERS = ['instance', 'engine s', 'wasm s', 'plain s', 'plain/engine', 'kept', 'now/kept'];

/** Lines of text; times are to the smallest gap. */
export function compare(now: Figures, kept: Figures): string[] {
  const rows = Object.entries(now).map(([name, pair]) => {
    const [ratio, before] = [ratioOf(pair, CLOSED), kept[name] && ratioOf(kept[name], CLOSED)];
    const isComparable = ratio?.is === 'exact' && before?.is === 'exact';
    const change = isComparable ? (ratio.value / before.value).toFixed(2) : '-';
    const wasm = pair.wasm ? seconds(pair.wasm) : '-';
    return [name, seconds(pair.engine), wasm, seconds(pair.plain), show(ratio), show(before), change];
  });
  return [
    ...aligned([HEADERS, ...rows]),
    ...GAPS.filter((gap) => gap < GAPS[0]).map(meanOf),
    ...independentGaps(now),
  ];

  function meanOf(gap: Gap): string {
    const searched = Object.values(now).filter(hasDecisions);
    const known = searched.flatMap((pair) => ratioOf(pair, gap) ?? []);
    const left = searched.length - known.length;
    const without = left > 0 ? `, without ${left} that neither closed` : '';
    const of = `instances with decisions: ${known.length}${without}`;
    return `geometric mean of plain/engine to ${gap * 100} %: ${show(geometricMean(known))} (${of})`;
  }
}

/** Gaps of the bounds that the verifier computes itself. */
function independentGaps(now: Figures): string[] {
  const known = Object.entries(now)
    .flatMap(([name, { engine }]) => {
      const gap = 'independent_gap' in engine ? engine.independent_gap : undefined;
      return typeof gap === 'number' ? [{ name, gap }] : [];
    })
    .sort((a, b) => a.gap - b.gap);
  if (known.length === 0) return [];
  const percent = (gap: number): string => `${(100 * gap).toFixed(3)} %`;
  const close = known.filter(({ gap }) => gap <= CLOSE).length;
  const middle = [known[(known.length - 1) >> 1]?.gap ?? 0, known[known.length >> 1]?.gap ?? 0];
  const median = (Math.min(...middle) + Math.max(...middle)) / 2;
  return [
    ...known.map(({ name, gap }) => `independent gap of ${name}: ${percent(gap)}`),
    `independent gap at most ${100 * CLOSE} %: ${close} of ${known.length}, median ${percent(median)}`,
  ];
}

/** A dispatch is one linear program for both, and only the engine prices and verifies it. */
const hasDecisions = ({ engine }: Pair): boolean => !('integers' in engine) || engine.integers > 0;

const SIGNS = { exact: '', 'at least': '>= ', 'at most': '<= ' } as const;

const show = (ratio: Ratio | undefined): string =>
  ratio ? `${SIGNS[ratio.is]}${ratio.value.toFixed(2)}` : '-';

function seconds(figure: Figure): string {
  if (!('cpu_s' in figure)) return `ended ${figure.ended}`;
  return markOf(figure, CLOSED)?.toFixed(1) ?? `> ${figure.cpu_s.toFixed(1)}`;
}

/** Names to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADERS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}

/** How many times the CPU of the engine plain HiGHS takes to a gap; a limit where one of them did not get there. */
interface Ratio {
  readonly value: number;
  readonly is: 'exact' | 'at least' | 'at most';
}

/** Undefined when neither got there, or one has no figure. */
export function ratioOf({ engine, plain }: Pair, gap: Gap): Ratio | undefined {
  const [ours, theirs] = [markOf(engine, gap), markOf(plain, gap)];
  if (ours !== undefined && theirs !== undefined) return { value: theirs / ours, is: 'exact' };
  if (ours !== undefined && 'cpu_s' in plain) return { value: plain.cpu_s / ours, is: 'at least' };
  if (theirs !== undefined && 'cpu_s' in engine) return { value: theirs / engine.cpu_s, is: 'at most' };
  return undefined;
}

const markOf = (figure: Figure, gap: Gap): number | undefined =>
  'marks' in figure ? figure.marks[gap] : undefined;

/** Undefined when the ratios are limits on both sides, or there are none. */
export function geometricMean(ratios: readonly Ratio[]): Ratio | undefined {
  const limits = new Set(ratios.map(({ is }) => is).filter((is) => is !== 'exact'));
  if (ratios.length === 0 || limits.size > 1) return undefined;
  const logs = ratios.reduce((sum, { value }) => sum + Math.log(value), 0);
  return { value: Math.exp(logs / ratios.length), is: [...limits][0] ?? 'exact' };
}
