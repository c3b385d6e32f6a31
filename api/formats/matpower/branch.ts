/** A row of `branch` of a MATPOWER case -> a line of the DC approximation, f = (theta_from - theta_to - shift) / (x tap) (MATPOWER manual, 3.7). */
import type { Line } from '../../../temporal/case/messages/network.ts';
import type { ReportBuilder } from '../base/report.ts';
import { BRANCH, type Row } from './caseformat.ts';

/** The service's base of per-unit values, MVA. */
const BASE_MVA = 100;
const FULL_CIRCLE = 360;

export function branch(id: string, row: Row, baseMva: number, report: ReportBuilder): Line {
  const scale = BASE_MVA / baseMva;
  const rating = row.at(BRANCH.rateA);
  const emergency = row.at(BRANCH.rateC);
  const angles = [row.at(BRANCH.angmin), row.at(BRANCH.angmax)].map(Math.abs);
  if (angles.some((degrees) => degrees > 0 && degrees < FULL_CIRCLE))
    report.drop('warning', 'angle_limit', 'A limit of the angle across a line is not modelled', row.path);
  return {
    id,
    from_bus: row.at(BRANCH.from),
    to_bus: row.at(BRANCH.to),
    x_pu: row.at(BRANCH.x) * (row.at(BRANCH.tap) || 1) * scale,
    ...(row.at(BRANCH.shift) !== 0 && { phase_shift_deg: row.at(BRANCH.shift) }),
    ...(row.at(BRANCH.r) >= 0 && { r_pu: row.at(BRANCH.r) * scale }),
    ...(rating > 0 && { rating_mw: rating }),
    ...(rating > 0 && emergency > rating && { emergency_rating_mw: emergency }),
  };
}
