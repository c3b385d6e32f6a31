/** Loads of buses -> the load of each area and the shares of its buses, which are the same in every hour. */
import type { NetworkContent } from '../../../temporal/case/messages/network-record.ts';
import { stretched } from '../base/network-writing.ts';
import type { ReportBuilder } from '../base/report.ts';

/** MW by which a bus may miss its share of an hour: loads are rounded to 1 W. */
const SLACK_MW = 1e-5;

type Series = Map<number | string, number[]>;

/** Shares are the MW of the mean hour. */
export function loadOfAreas({ buses, loads }: NetworkContent, hours: number, report: ReportBuilder) {
  const areaOf = new Map(buses.map(({ id, area }) => [id, area ?? '']));
  const byBus: Series = new Map();
  const byArea: Series = new Map();
  for (const { bus, values } of loads) {
    add(byBus, bus, stretched(values, hours));
    add(byArea, areaOf.get(bus) ?? '', stretched(values, hours));
  }
  const shares = new Map([...byBus].map(([bus, values]) => [bus, Math.max(0, mean(values))]));
  for (const [i, { bus }] of loads.entries()) {
    const total = byArea.get(areaOf.get(bus) ?? '') ?? [];
    if (isShare(byBus.get(bus) ?? [], total, shares.get(bus) ?? 0)) continue;
    report.change('warning', 'load_shares', 'Buses have the same share of their area in every hour', [
      'loads',
      i,
    ]);
  }
  if (byArea.delete('') && loads.length > 0)
    report.drop('warning', 'no_area', 'The series of loads at buses without an area', ['loads', 0]);
  return { shares, areas: new Map([...byArea].map(([area, values]) => [String(area), values])) };
}

function add(series: Series, key: number | string, values: number[]): void {
  const before = series.get(key);
  series.set(key, before ? before.map((mw, hour) => mw + (values[hour] ?? 0)) : values);
}

function isShare(values: readonly number[], total: readonly number[], share: number): boolean {
  const factor = share / (mean(total) || 1);
  return values.every((mw, hour) => Math.abs(mw - factor * (total[hour] ?? 0)) <= SLACK_MW);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, mw) => sum + mw, 0) / (values.length || 1);
