/**
 * Compares figures with the kept ones by the ratio of plain HiGHS to the engine in the same run, which does not depend
 * on the speed of the machine.
 */
import { type Figure, type Figures, GAPS, type Gap, type Pair } from './figure.ts';

const CLOSED = 0.001;
/** Largest gap that an independent bound should prove. */
const CLOSE = 0.005;
const HEADERS = ['instance', 'engine s', 'wasm s', 'plain s', 'plain/engine', 'kept', 'now/kept'];

/** Lines of text; times are those to the smallest gap. */
export function compare(now: Figures, baseline: Figures): string[] {
  const rows = Object.entries(now).map(([name, pair]) => {
    const [ratio, before] = [ratioOf(pair, CLOSED), baseline[name] && ratioOf(baseline[name], CLOSED)];
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
    const ratios = searched.flatMap((pair) => ratioOf(pair, gap) ?? []);
    const unclosed = searched.length - ratios.length;
    const without = unclosed > 0 ? `, without ${unclosed} that neither closed` : '';
    const of = `instances with decisions: ${ratios.length}${without}`;
    return `geometric mean of plain/engine to ${gap * 100} %: ${show(geometricMean(ratios))} (${of})`;
  }
}

/** Gaps of the bounds that the verifier computes itself. */
function independentGaps(now: Figures): string[] {
  const gaps = Object.entries(now)
    .flatMap(([name, { engine }]) => {
      const gap = 'independent_gap' in engine ? engine.independent_gap : undefined;
      return typeof gap === 'number' ? [{ name, gap }] : [];
    })
    .sort((a, b) => a.gap - b.gap);
  if (gaps.length === 0) return [];
  const percent = (gap: number): string => `${(100 * gap).toFixed(3)} %`;
  const close = gaps.filter(({ gap }) => gap <= CLOSE).length;
  const middle = [gaps[(gaps.length - 1) >> 1]?.gap ?? 0, gaps[gaps.length >> 1]?.gap ?? 0];
  const median = (Math.min(...middle) + Math.max(...middle)) / 2;
  return [
    ...gaps.map(({ name, gap }) => `independent gap of ${name}: ${percent(gap)}`),
    `independent gap at most ${100 * CLOSE} %: ${close} of ${gaps.length}, median ${percent(median)}`,
  ];
}

/** A dispatch is the same linear program for both strategies, and only the engine prices and verifies it. */
const hasDecisions = ({ engine }: Pair): boolean => !('integers' in engine) || engine.integers > 0;

const SIGNS = { exact: '', 'at least': '>= ', 'at most': '<= ' } as const;

const show = (ratio: Ratio | undefined): string =>
  ratio ? `${SIGNS[ratio.is]}${ratio.value.toFixed(2)}` : '-';

function seconds(figure: Figure): string {
  if (!('cpu_s' in figure)) return `ended ${figure.ended}`;
  return markOf(figure, CLOSED)?.toFixed(1) ?? `> ${figure.cpu_s.toFixed(1)}`;
}

/** Table with names left-aligned and figures right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADERS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}

/** CPU time of plain HiGHS to a gap divided by that of the engine; a limit if one of them did not reach it. */
interface Ratio {
  readonly value: number;
  readonly is: 'exact' | 'at least' | 'at most';
}

/** Undefined if neither reached the gap, or one has no figure. */
export function ratioOf({ engine, plain }: Pair, gap: Gap): Ratio | undefined {
  const [ours, theirs] = [markOf(engine, gap), markOf(plain, gap)];
  if (ours !== undefined && theirs !== undefined) return { value: theirs / ours, is: 'exact' };
  if (ours !== undefined && 'cpu_s' in plain) return { value: plain.cpu_s / ours, is: 'at least' };
  if (theirs !== undefined && 'cpu_s' in engine) return { value: theirs / engine.cpu_s, is: 'at most' };
  return undefined;
}

const markOf = (figure: Figure, gap: Gap): number | undefined =>
  'marks' in figure ? figure.marks[gap] : undefined;

/** Undefined if there are no ratios, or limits on both sides. */
export function geometricMean(ratios: readonly Ratio[]): Ratio | undefined {
  const limits = new Set(ratios.map(({ is }) => is).filter((is) => is !== 'exact'));
  if (ratios.length === 0 || limits.size > 1) return undefined;
  const logs = ratios.reduce((sum, { value }) => sum + Math.log(value), 0);
  return { value: Math.exp(logs / ratios.length), is: [...limits][0] ?? 'exact' };
}
