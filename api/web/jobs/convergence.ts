/** How the best objective and the proven bound of a search come together over time. */

export interface Point {
  readonly elapsed_s: number;
  readonly incumbent: number | null;
  readonly bound: number | null;
}

/** The curve with one more point; one that says nothing new, or is older than what is known, leaves it as it is. */
export function withPoint(points: readonly Point[], next: Point): readonly Point[] {
  const last = points.at(-1);
  if (next.incumbent === null && next.bound === null) return points;
  if (last && next.elapsed_s <= last.elapsed_s) return points;
  if (last && next.incumbent === last.incumbent && next.bound === last.bound) return points;
  return [...points, { elapsed_s: next.elapsed_s, incumbent: next.incumbent, bound: next.bound }];
}

/** What the server kept, and what was seen since. */
export const joined = (kept: readonly Point[], seen: readonly Point[]): readonly Point[] =>
  seen.reduce(withPoint, kept);

/** `until`: the last values hold until then, s. */
export function convergenceOption(points: readonly Point[], until: number) {
  const curve = (name: 'incumbent' | 'bound') => {
    const known = points.flatMap((point) => (point[name] === null ? [] : [[point.elapsed_s, point[name]]]));
    const last = known.at(-1)?.[1];
    return last === undefined ? [] : [...known, [Math.max(until, points.at(-1)?.elapsed_s ?? 0), last]];
  };
  const line = { type: 'line', step: 'end', symbolSize: 5, lineStyle: { width: 2 } } as const;
  return {
    grid: { left: 16, right: 24, top: 40, bottom: 32, containLabel: true },
    legend: { top: 0 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'value', name: 's', min: 0 },
    yAxis: { type: 'value', name: '$', scale: true },
    series: [
      { ...line, name: 'Best objective', data: curve('incumbent') },
      { ...line, name: 'Proven bound', data: curve('bound'), lineStyle: { width: 2, type: 'dashed' } },
    ],
  };
}
