/** Converts replies of the server for the views: values by element and hour become matrices. Pure. */

import { withoutProfiles } from '../../../temporal/case/arithmetic/profiles.ts';
import type { PricedLoad } from '../../../temporal/case/arithmetic/shedding.ts';
import type { Reply } from '../../client/client.ts';
import { type Matrix, rowNamed, toMatrix, toParts, toSums } from './matrix.ts';

type WholeResult = Extract<Reply<'getModulesAnalystSolveByJobIdResults'>, { solve_time_s: number }>;
type WholeCase = Extract<Reply<'getModulesAnalystSolveByJobIdPayload'>, { horizon: number }>;

export type Result = PackedResult<WholeResult>;
export type Case = PackedCase<WholeCase>;
export type Diff = PackedDiff<Reply<'getModulesAnalystSolveByJobIdDiffByOtherJobId'>>;
export type Unit = Case['generators'][number];
export type Line = NonNullable<Case['transmission_lines']>[number];
export type Binding = Result['binding_constraints'][number];

const SERIES = [
  'commitment',
  'dispatch_mw',
  'lmp',
  'convex_hull_price_usd_per_mwh',
  'startup',
  'flows_mw',
  'dc_flow_mw',
  'overflow_mw',
  'renewable_mw',
  'bid_mw',
  'demand_response_mw',
  'interface_flow_mw',
  'interface_shadow_price_usd_per_mwh',
  'curtailment_mw',
  'reserve_shortfall_mw',
  'reserve_price_usd_per_mw',
  'generator_emissions_t',
  'unserved_mw',
] as const;
const PARTS = ['lmp_components', 'storage'] as const;
const BY_PRODUCT = ['reserve_mw'] as const;

type SeriesName = (typeof SERIES)[number];
type PartsName = (typeof PARTS)[number] | (typeof BY_PRODUCT)[number];

type PackedField<Name, Value> = Name extends SeriesName
  ? Matrix
  : Name extends PartsName
    ? Readonly<Record<string, Matrix>>
    : Value;

type PackedResult<Result> = { [Name in keyof Result]: PackedField<Name, Result[Name]> };

/** Loads, one row per bus. */
interface BusLoads extends Matrix {
  /** The separate loads; present if any load has its own value of lost load. */
  readonly each?: readonly PricedLoad[];
}

type PackedCase<Case> = { [Name in keyof Case]: Name extends 'loads' ? BusLoads : Case[Name] };

/** Type of a difference as matrices, in which commitment changes are -1, 0 or 1 by generator and hour. */
type PackedDiff<Diff> = {
  [Name in keyof Diff]: Name extends 'commitment' | 'dispatch_mw' | 'lmp' ? Matrix : Diff[Name];
};

export type Kind = 'result' | 'case' | 'diff';

type Series = Record<string, number[]>;

interface GivenCase {
  readonly loads?: readonly (PricedLoad & { readonly values: number[] })[];
  readonly generators?: readonly object[];
  readonly transmission_lines?: readonly object[];
}

interface GivenDiff {
  readonly commitment: readonly { readonly generator: string; readonly hour: number; readonly to: number }[];
  readonly dispatch_mw: Series;
  readonly lmp: Series;
}

export function pack(kind: Kind, text: string): object {
  const document = JSON.parse(text);
  if (kind === 'case') return packCase(document);
  return kind === 'diff' ? packDiff(document) : packResult(document);
}

const packResult = (document: object): object => withSeries(document, toMatrix, toParts);

/**
 * Converts all series of a reply to matrices. A field with values by name and hour becomes one matrix; a field with
 * several such series becomes one matrix per part.
 */
export function withSeries<Series, Parts>(
  reply: object,
  seriesOf: (series: Series) => unknown,
  partsOf: (parts: Parts) => unknown,
): object {
  const changed: Record<string, unknown> = { ...reply };
  const change = <T>(names: readonly string[], into: (value: T) => unknown): void => {
    for (const name of names) if (changed[name]) changed[name] = into(changed[name] as T);
  };
  change(SERIES, seriesOf);
  change(PARTS, partsOf);
  change<Record<string, Series>>(BY_PRODUCT, (products) =>
    Object.fromEntries(Object.entries(products).map(([name, series]) => [name, seriesOf(series)])),
  );
  return changed;
}

function packCase(given: GivenCase) {
  const { loads, ...rest } = withoutProfiles(given);
  return { ...rest, ...(loads && { loads: packLoads(loads) }) };
}

const packLoads = (loads: NonNullable<GivenCase['loads']>): BusLoads => ({
  ...toSums(loads.map(({ bus, values }) => [String(bus), values])),
  ...(loads.some((load) => load.unserved_energy_usd_per_mwh !== undefined) && { each: loads }),
});

function packDiff({ commitment, dispatch_mw, lmp, ...rest }: GivenDiff) {
  const dispatch = toMatrix(dispatch_mw);
  const flips = { ...dispatch, values: new Float64Array(dispatch.values.length) };
  for (const { generator, hour, to } of commitment) rowNamed(flips, generator)[hour] = to === 1 ? 1 : -1;
  return { ...rest, commitment: flips, dispatch_mw: dispatch, lmp: toMatrix(lmp) };
}

/** Buffers of all matrices in an object: they are transferred to another thread instead of copied. */
export function buffersIn(packed: unknown): ArrayBuffer[] {
  if (packed instanceof Float64Array) return packed.buffer instanceof ArrayBuffer ? [packed.buffer] : [];
  if (typeof packed !== 'object' || packed === null || Array.isArray(packed)) return [];
  return Object.values(packed).flatMap(buffersIn);
}
