/**
 * A run of four hours in two windows, small enough to be added up by hand (`test/cases/two-windows.json`): a coal unit
 * at bus 1; wind, a battery and the load at bus 2; one line between the buses; one reserve product. The hours are the
 * last two of June and the first two of July, in Arizona. The first window has an hour of look-ahead, in which every
 * number is 999.
 */
import { readFileSync } from 'node:fs';
import { seriesCalendar } from '../../../temporal/case/arithmetic/series-calendar.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { NetworkContent } from '../../../temporal/case/network-schema.ts';
import type { RunStart } from '../../../temporal/case/report/study-facts.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

interface Case {
  readonly network: NetworkContent;
  readonly windows: readonly {
    readonly start_hour: number;
    readonly kept_hours: number;
    readonly payload: SolvePayload;
    readonly result: SolveResult;
  }[];
}

const FILE = new URL('../../../../test/cases/two-windows.json', import.meta.url);
export const { network: TWO_WINDOWS_NETWORK, windows: TWO_WINDOWS }: Case = JSON.parse(
  readFileSync(FILE, 'utf8'),
);

const calendar = seriesCalendar(TWO_WINDOWS_NETWORK);
export const TWO_WINDOWS_START: RunStart = { hour: 0, ...(calendar && { calendar }) };
