/** Causes why a case has no schedule, and the smallest change with which it has one. */
import type { Cause, Repair } from '../messages/infeasibility.ts';
import type { Explainer } from './artifact.ts';
import { counted, round6, said } from './figures.ts';

const MAX_CAUSES = 100;
const MAX_REPAIRS = 200;
/** Number of causes, and of repairs, in the statement. */
const CAUSES_SAID = 3;
const REPAIRS_SAID = 2;

export const infeasibility: Explainer = (
  _,
  { termination_status, infeasibility: explanation, infeasibility_reasons },
) => {
  if (termination_status !== 'INFEASIBLE') return undefined;
  const { causes = [], repair = [], repair_cost = null } = explanation ?? {};
  const sentences =
    causes.length > 0
      ? [
          `${counted(causes.length, 'cause')} of the infeasibility ${causes.length === 1 ? 'was' : 'were'} found.`,
          ...causes.slice(0, CAUSES_SAID).map(causeSentence),
        ]
      : ['The solver proved that no schedule exists, but no single cause was found.'];
  const repairs = repair.map((one) => ({
    ...one,
    change: one.from === null ? null : round6(one.to - one.from),
  }));
  return {
    type: 'infeasibility',
    title: 'Why no schedule exists',
    statement: [
      ...sentences,
      ...(repair.length > 0 ? [`${counted(repair.length, 'change')} would make the case feasible.`] : []),
      ...repair.slice(0, REPAIRS_SAID).map(repairSentence),
    ].join(' '),
    data: {
      causes_found: causes.length,
      repairs_found: repair.length,
      repair_cost,
      causes: causes.slice(0, MAX_CAUSES),
      repairs: repairs.slice(0, MAX_REPAIRS),
      reasons: (infeasibility_reasons ?? []).slice(0, MAX_CAUSES),
      omitted: Math.max(0, causes.length - MAX_CAUSES) + Math.max(0, repair.length - MAX_REPAIRS),
    },
  };
};

const elementOf = ({ element_type, element_id }: Pick<Cause, 'element_type' | 'element_id'>): string =>
  element_id === null ? `the ${element_type}` : `${element_type} ${element_id}`;

const hourOf = (hour: number | null): string => (hour === null ? 'In all hours' : `At hour ${hour}`);

function causeSentence(cause: Cause): string {
  const { code, hour, shortfall_mw } = cause;
  const missing = shortfall_mw === null ? '' : `, by ${said(shortfall_mw)} MW`;
  return `${hourOf(hour)} there is a ${code} at ${elementOf(cause)}${missing}.`;
}

function repairSentence(repair: Repair): string {
  const { hour, field, from, to } = repair;
  const before = from === null ? '' : ` from ${said(from)}`;
  return `${hourOf(hour)} ${field} of ${elementOf(repair)} would change${before} to ${said(to)}.`;
}
