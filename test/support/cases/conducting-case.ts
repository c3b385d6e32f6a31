/** Random cases whose DC lines use every field. */
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { pricedLinkedCase } from './priced-case.ts';
import type { Draw } from './random.ts';
import { altered } from './random-case.ts';
import { linkedCase } from './study-case.ts';

type DcLine = NonNullable<SolvePayload['dc_lines']>[number];

/** DC lines, some of which have losses, costs, ramps or hourly limits. */
export const conductingCase = altered(
  15_000_000,
  (payload, draw) => ({
    ...payload,
    dc_lines: payload.dc_lines?.map((line) => conducting(line, payload.horizon, draw)),
  }),
  (seed) => (seed % 2 === 0 ? linkedCase(seed) : pricedLinkedCase(seed)),
);

function conducting(line: DcLine, horizon: number, draw: Draw): DcLine {
  const most = Number(line.p_max_mw);
  const sometimesLess = (mw: number) =>
    draw.hours(horizon, () => (draw.chance(0.3) ? mw * draw.real(0.2, 1) : mw));
  const ramp = () => most * draw.real(0.1, 0.8);
  const mayLimit = Number(line.p_min_mw) <= 0;
  return {
    ...line,
    ...(mayLimit && draw.chance(0.4) && { p_max_mw: sometimesLess(most) }),
    ...(mayLimit && draw.chance(0.4) && { p_min_mw: sometimesLess(Number(line.p_min_mw)) }),
    ...(draw.chance(0.7) && { loss_factor: draw.real(0, 0.3) }),
    ...(draw.chance(0.4) && { cost_usd_per_mwh: draw.real(0, 20) }),
    ...(draw.chance(0.4) && { ramp_up: ramp() }),
    ...(draw.chance(0.4) && { ramp_down: ramp() }),
    ...(draw.chance(0.3) && { initial_power_mw: most * draw.real(0, 0.3) }),
  };
}
