/**
 * Checks that the reactive flows at both ends of a line match. If both are measured into the line, they differ by its
 * series loss, at nominal voltage x * ((Q/S)^2 + (P/S)^2) * S; if both are measured in the same direction, they are
 * equal up to the loss.
 */
import type { Measured } from '../elements.ts';
import type { ElementId } from '../findings.ts';
import { clampToFinite, isAbove, isBelow, type PowerFlowLimits, round, roundPercent } from '../limits.ts';

/**
 * Conventions of sign. `into_line`: both ends measure into the line, as in MATPOWER and PyPSA; `through`: both ends
 * measure in the same direction.
 */
export const SIGN_CONVENTIONS = ['auto', 'into_line', 'through'] as const;
type Convention = Exclude<(typeof SIGN_CONVENTIONS)[number], 'auto'>;

export const FLOW_SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const;
type FlowSeverity = (typeof FLOW_SEVERITIES)[number];

export interface ReactiveFlow {
  readonly line_id: ElementId;
  /** Reactive flow, MVAr. */
  readonly from_flow_mvar: number;
  readonly to_flow_mvar: number;
  readonly line_impedance: { readonly r_pu: number; readonly x_pu: number };
  readonly p_flow_mw?: Measured;
  readonly s_base_mva?: Measured;
  readonly sign_convention?: (typeof SIGN_CONVENTIONS)[number] | undefined;
}

const DEFAULT_BASE_MVA = 100;
/** Multiple of the loss, computed at nominal voltage, up to which the loss explains a mismatch. */
const LOSS_FACTOR = 1.5;

export function checkFlow(flow: ReactiveFlow, limits: PowerFlowLimits) {
  const convention = conventionOf(flow);
  const { into, through, larger } = readings(flow);
  const mismatch = convention === 'through' ? through : into;
  const imbalance = larger === 0 ? 0 : clampToFinite((100 * mismatch) / larger);
  const strain = strainOf(flow, larger);
  const physical = physicalWarnings(flow, strain, larger, limits);
  const measured = severityOf(mismatch, imbalance, limits);
  const explained =
    isSevere(measured) && physical.length === 0 && !isAbove(mismatch, LOSS_FACTOR * Math.abs(strain.loss));
  const severity = explained ? 'low' : measured;
  const figures = { mismatch, imbalance, loss: strain.loss };
  return {
    valid: severity !== 'high' && severity !== 'critical',
    warnings: [
      ...conventionWarnings(flow, convention, into),
      ...impedanceWarnings(flow),
      ...physical,
      ...(isSevere(measured) ? [mismatchWarning(flow, figures, explained ? null : measured)] : []),
    ],
    severity,
    mismatch_mvar: round(mismatch),
    imbalance_percent: roundPercent(imbalance),
    details: {
      expected_series_loss_mvar: round(strain.loss),
      voltage_drop_pu: round(strain.drop),
      sign_convention: convention,
      s_base_mva: strain.base,
    },
  };
}

const isOneWay = ({ from_flow_mvar: from, to_flow_mvar: to }: ReactiveFlow): boolean =>
  Math.sign(from) * Math.sign(to) > 0;

function conventionOf(flow: ReactiveFlow): Convention {
  const { sign_convention: convention } = flow;
  if (convention === 'into_line' || convention === 'through') return convention;
  return isOneWay(flow) ? 'through' : 'into_line';
}

/** Mismatch of a line under either convention, and the larger of its two flows, MVAr. */
const readings = ({ from_flow_mvar: from, to_flow_mvar: to }: ReactiveFlow) => ({
  into: clampToFinite(Math.abs(from + to)),
  through: clampToFinite(Math.abs(from - to)),
  larger: Math.max(Math.abs(from), Math.abs(to)),
});

interface Strain {
  /** Series loss, MVAr. */
  readonly loss: number;
  /** Voltage drop caused by the reactive flow, about Q * x, pu. */
  readonly drop: number;
  /** Voltage angle caused by the active flow, about P * x, rad. */
  readonly angle: number;
  /** Base power, MVA. */
  readonly base: number;
}

function strainOf({ line_impedance: { x_pu: x }, p_flow_mw, s_base_mva }: ReactiveFlow, q: number): Strain {
  const base = s_base_mva ?? DEFAULT_BASE_MVA;
  const [qPu, pPu] = [clampToFinite(q / base), clampToFinite(Math.abs(p_flow_mw ?? 0) / base)];
  const square = clampToFinite(clampToFinite(qPu ** 2) + clampToFinite(pPu ** 2));
  return {
    loss: clampToFinite(clampToFinite(x * square) * base),
    drop: clampToFinite(qPu * Math.abs(x)),
    angle: clampToFinite(pPu * Math.abs(x)),
    base,
  };
}

/** Severity of a mismatch. A severity requires that both the absolute and the relative threshold are reached. */
function severityOf(mismatch: number, imbalance: number, limits: PowerFlowLimits): FlowSeverity {
  const within = (mvar: number, percent: number) => isBelow(mismatch, mvar) || isBelow(imbalance, percent);
  if (within(limits.PF_Q_MISMATCH_LOW_MVAR, limits.PF_Q_IMBALANCE_LOW_PCT)) return 'none';
  if (within(limits.PF_Q_MISMATCH_MEDIUM_MVAR, limits.PF_Q_IMBALANCE_MEDIUM_PCT)) return 'low';
  if (within(limits.PF_Q_MISMATCH_HIGH_MVAR, limits.PF_Q_IMBALANCE_HIGH_PCT)) return 'medium';
  return isBelow(mismatch, limits.PF_Q_MISMATCH_CRITICAL_MVAR) ? 'high' : 'critical';
}

const isSevere = (severity: FlowSeverity): boolean => severity !== 'none' && severity !== 'low';

const conventionWarnings = (flow: ReactiveFlow, convention: Convention, into: number): string[] =>
  isOneWay(flow) && (flow.sign_convention ?? 'auto') === 'auto' && convention === 'through'
    ? [
        'Both flows have the same sign; read as through-flow. ' +
          `If both are measured into the line the mismatch is ${round(into)} MVAr`,
      ]
    : [];

const impedanceWarnings = ({ line_id, line_impedance: { r_pu, x_pu } }: ReactiveFlow): string[] => [
  ...(r_pu < 0 ? [`Line ${line_id}: negative resistance ${r_pu} pu`] : []),
  ...(x_pu < 0 ? [`Line ${line_id}: negative reactance ${x_pu} pu`] : []),
];

function physicalWarnings(
  { line_impedance: { x_pu: x }, p_flow_mw }: ReactiveFlow,
  { drop, angle }: Strain,
  larger: number,
  { PF_Q_DROP_PU, PF_P_ANGLE_RAD }: PowerFlowLimits,
): string[] {
  const implausible = (flow: string, what: string) =>
    `${flow} through x=${x} pu implies ${what}; check flow or impedance`;
  const warnings: string[] = [];
  if (isAbove(drop, PF_Q_DROP_PU)) {
    warnings.push(implausible(`${round(larger)} MVAr`, `a voltage drop of about ${round(drop)} pu`));
  }
  if (isAbove(angle, PF_P_ANGLE_RAD)) {
    const power = round(Math.abs(p_flow_mw ?? 0));
    warnings.push(implausible(`${power} MW`, `an angle of about ${round(angle)} rad`));
  }
  return warnings;
}

/** Warning about a mismatch. `severity`: null if the series loss explains the mismatch. */
function mismatchWarning(
  { line_id }: ReactiveFlow,
  { mismatch, imbalance, loss }: Readonly<Record<'mismatch' | 'imbalance' | 'loss', number>>,
  severity: FlowSeverity | null,
): string {
  if (severity === null) {
    return `Mismatch ${round(mismatch)} MVAr is explained by an estimated series loss of ${round(loss)} MVAr`;
  }
  const word = severity === 'critical' ? 'extreme' : severity;
  return `Line ${line_id}: reactive mismatch ${round(mismatch)} MVAr (${roundPercent(imbalance)}%), ${word}`;
}
