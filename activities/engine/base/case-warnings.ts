/**
 * Warnings about parts of a payload that a solve ignores or that look wrong. Both the result and a dry run contain
 * them.
 */
import { readsNetwork } from '../../../temporal/case/arithmetic/elements.ts';
import { tellsEmissions } from '../../../temporal/case/arithmetic/emissions.ts';
import { isPlain } from '../../../temporal/case/arithmetic/reserve-providers.ts';
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { ElementType } from '../../../temporal/case/messages/infeasibility.ts';
import type { Interface, SolvePayload } from '../../../temporal/case/schema.ts';
import type { Case, CaseReserve } from '../../case/case.ts';
import { mostProvided } from '../../case/most-provided.ts';
import type { LineWarning } from '../../network/network.ts';
import { blockedSwitches } from '../../uc/switch-limits.ts';

export interface CaseWarning {
  readonly code:
    | LineWarning['code']
    | 'IGNORED'
    | 'COPPER_PLATE'
    | 'NO_COMMITMENT'
    | 'SWITCH_LIMIT'
    | 'CONTINGENCY_SKIPPED'
    | 'RESERVE_UNPROVIDED';
  readonly element_type: ElementType;
  readonly element_id: string | null;
  readonly message: string;
  /** Field of the payload; present if the code covers several fields. */
  readonly field?: string;
}

const ofSystem = (code: CaseWarning['code'], message: string): CaseWarning => ({
  code,
  element_type: 'system',
  element_id: null,
  message,
});

const ignoredField = (field: string, message: string): CaseWarning => ({
  ...ofSystem('IGNORED', message),
  field,
});

/**
 * Warnings about the data of a case. `lines`: warnings about its transmission lines, found when the network is built.
 */
export const caseWarnings = (
  payload: SolvePayload,
  source: Case,
  lines: readonly LineWarning[],
): CaseWarning[] => [
  ...ignored(payload, source),
  ...unsettled(payload, source),
  ...unrated(payload),
  ...lines.map(({ line, ...about }): CaseWarning => ({ ...about, element_type: 'line', element_id: line })),
  ...blockedSwitches(source).map(
    ({ name, message }): CaseWarning => ({
      code: 'SWITCH_LIMIT',
      element_type: 'generator',
      element_id: name,
      message,
    }),
  ),
  ...unprovidedReserves(source),
];

/**
 * Warnings about products without an available provider: their shortage is paid for in every hour in which they are
 * required.
 */
function unprovidedReserves(source: Case): CaseWarning[] {
  const hours = Array.from({ length: source.horizon }, (_, t) => t);
  const isUnprovided = (product: CaseReserve): boolean => {
    const required = hours.filter((t) => amountAt(product.mw, t) > 0);
    return required.length > 0 && required.every((t) => mostProvided(source, product, t) === 0);
  };
  return source.reserves
    .filter((product) => !isPlain(product) && isUnprovided(product))
    .map(({ name }) => ({
      code: 'RESERVE_UNPROVIDED',
      element_type: 'reserve',
      element_id: name,
      message: `Reserve ${name}: none of its providers can give any of it`,
      field: 'providers',
    }));
}

export const skippedContingency = (id: string): CaseWarning => ({
  code: 'CONTINGENCY_SKIPPED',
  element_type: 'contingency',
  element_id: id,
  message: `Contingency ${id} skipped: it islands the network`,
});

const NETWORK_FIELDS = [
  ['transmission_lines', 'Transmission lines'],
  ['dc_lines', 'DC lines'],
  ['phase_shifters', 'Phase shifters'],
  ['interfaces', 'Interfaces'],
] as const;

function ignored(payload: SolvePayload, { jobType, hasIslands, relaxed }: Case): CaseWarning[] {
  const { transmission_lines = [], interfaces = [], contingencies = [], options } = payload;
  const isRead = readsNetwork(payload, jobType);
  const isSecure = jobType === 'scuc';
  return [
    ...(isSecure && !hasIslands
      ? [ofSystem('COPPER_PLATE', 'No transmission lines: the network is a copper plate')]
      : []),
    ...NETWORK_FIELDS.filter(([field]) => !isRead && payload[field]?.length).map(([field, name]) =>
      ignoredField(field, `${name} are ignored by ${jobType}`),
    ),
    ...interfaces
      .filter((item) => isRead && isOfDisabled(item, contingencies))
      .map(({ id, contingency }) =>
        ignoredField('interfaces', `Interface ${id} is ignored: contingency ${contingency} is disabled`),
      ),
    ...(!isSecure && contingencies.length > 0
      ? [ignoredField('contingencies', `Contingencies are ignored by ${jobType}`)]
      : []),
    ...(relaxed
      ? [ofSystem('NO_COMMITMENT', 'No commitment given: every unit is available and may be idle')]
      : []),
    ...(options?.losses && (!isRead || transmission_lines.length === 0)
      ? [ignoredField('options.losses', 'Losses are ignored: no transmission line is read')]
      : []),
  ];
}

const unsettled = ({ options }: SolvePayload, { jobType }: Case): CaseWarning[] =>
  options?.pricing && jobType === 'ed'
    ? [ignoredField('options.pricing', 'A dispatch is not settled: only a commitment is')]
    : [];

const unrated = (payload: SolvePayload): CaseWarning[] =>
  payload.options?.emission_rates && !tellsEmissions(payload)
    ? [ignoredField('options.emission_rates', 'No generator has CO2 data, so that no CO2 by bus is computed')]
    : [];

const isOfDisabled = (
  { contingency }: Interface,
  contingencies: NonNullable<SolvePayload['contingencies']>,
): boolean => contingencies.some(({ id, enabled }) => id === contingency && enabled === false);
