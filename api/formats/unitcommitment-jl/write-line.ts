/** A line -> a transmission line of UnitCommitment.jl, where every limit has a price. */
import type { Line } from '../../../temporal/case/messages/network.ts';
import type { Place, ReportBuilder } from '../base/report.ts';
import { MW_PER_DEGREE } from './read-lines.ts';

/** The service keeps reactances at least this far from zero, pu. */
const SMALLEST_REACTANCE = 1e-6;
/** Price of an overflow that the payload does not allow at all, $/MWh. */
export const HARD_LIMIT_PRICE = 1e6;

export function writeLine(line: Line, path: Place, report: ReportBuilder): Record<string, unknown> {
  const sign = line.x_pu < 0 ? -1 : 1;
  const rating = line.rating_mw || undefined;
  const emergency = line.emergency_rating_mw || rating;
  const isLimited = emergency !== undefined;
  if (isLimited && line.penalty_usd_per_mwh === undefined) {
    const message = `A hard limit of a line has a price: ${HARD_LIMIT_PRICE} $/MWh over it`;
    report.change('warning', 'hard_limit', message, path);
  }
  if (line.phase_shift_deg)
    report.drop('warning', 'phase_shift', 'Phase shift of a line', [...path, 'phase_shift_deg']);
  if (line.r_pu) report.drop('info', 'resistance', 'Resistance, which matters to losses only', path);
  return {
    'Source bus': `b${line.from_bus}`,
    'Target bus': `b${line.to_bus}`,
    'Susceptance (S)': MW_PER_DEGREE / (sign * Math.max(Math.abs(line.x_pu), SMALLEST_REACTANCE)),
    ...(rating !== undefined && { 'Normal flow limit (MW)': rating }),
    ...(isLimited && {
      'Emergency flow limit (MW)': emergency,
      'Flow limit penalty ($/MW)': line.penalty_usd_per_mwh ?? HARD_LIMIT_PRICE,
    }),
  };
}
