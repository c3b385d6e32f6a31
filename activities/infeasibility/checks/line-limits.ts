/** Buses whose lines together cannot carry what they must draw or send, before any contingency. */
import type { CauseFinder } from '../cause-finder.ts';
import { elementCause } from '../element-cause.ts';
import { inMw } from '../in-mw.ts';
import { lineCuts } from '../line-cuts.ts';
import { overloadedCuts } from '../overloaded-cuts.ts';

export const lineLimits: CauseFinder = function* (subject) {
  const cuts = lineCuts(subject.lines, subject.system.buses);
  for (const { hour, place, carrier, flow, limit } of overloadedCuts(subject, cuts, 'normal')) {
    const message = `Hour ${hour}: ${inMw(flow)} must flow over ${carrier}, rated ${inMw(limit)}`;
    yield elementCause('LINE_LIMIT', { ...place, hour }, message, flow - limit);
  }
};
