/** Transmission lines of UnitCommitment.jl, and contingencies that refer to them. */
import { oneIfSteady } from '../../../temporal/case/arithmetic/series.ts';
import type { Contingency, Interface, Line } from '../../../temporal/case/schema.ts';
import { flowLimit, UNLIMITED_MW } from '../base/conventions.ts';
import type { JsonObject } from '../base/json-object.ts';
import { ImportError } from '../base/report.ts';
import { type CaseContext, steady } from './case-context.ts';

/**
 * Susceptance of 1 per unit, MW per degree, at a base of 100 MVA. The instances of the library have susceptances in MW
 * per degree; flows depend only on their ratios.
 */
export const MW_PER_DEGREE = (100 * Math.PI) / 180;
const DEFAULT_PENALTY = 5000;

/** Reads a line; its reactance is converted to per unit. */
export function transmissionLine(id: string, line: JsonObject, context: CaseContext): Line {
  const susceptance = line.number('Susceptance (S)');
  if (susceptance === 0) line.refuse('Susceptance (S)', 'Should not be 0');
  // Marks the reactance as read: version 0.2 states it in addition to the equivalent susceptance.
  line.number('Reactance (ohms)', 0);
  const rating = limits(line, 'Normal flow limit (MW)', context);
  const emergency = limits(line, 'Emergency flow limit (MW)', context);
  const isLimited = rating !== undefined || emergency !== undefined;
  const penalty = oneIfSteady(line.series('Flow limit penalty ($/MW)', context.periods, DEFAULT_PENALTY));
  return {
    id,
    from_bus: context.busOf(line, 'Source bus'),
    to_bus: context.busOf(line, 'Target bus'),
    x_pu: MW_PER_DEGREE / susceptance,
    ...(rating !== undefined && { rating_mw: rating }),
    ...(isLimited && {
      emergency_rating_mw: emergency ?? UNLIMITED_MW,
      penalty_usd_per_mwh: penalty,
    }),
  };
}

/** Flow limit, MW: one number, or one value per hour if the limit varies. */
function limits(line: JsonObject, field: string, { periods }: CaseContext) {
  if (!line.has(field)) return undefined;
  const isList = Array.isArray(line.value(field));
  const values = isList ? line.series(field, periods) : [line.rating(field)];
  const below = values.findIndex((mw) => mw < 0);
  if (below >= 0) throw new ImportError([...line.path, field, below], 'Should be 0 or more');
  const mw = values.map((value) => flowLimit(value, line.at(field)) ?? UNLIMITED_MW);
  const least = Math.min(...mw);
  if (!isList && least === UNLIMITED_MW) return undefined;
  return mw.some((value) => value !== least) ? mw : least;
}

/** Reads an interface. Throws for a line that is not in the file. */
export function interfaceOf(
  id: string,
  item: JsonObject,
  context: CaseContext,
  lines: ReadonlySet<string>,
): Interface {
  const field = item.has('Lines') ? 'Lines' : 'Branches';
  const weights = item.section(field);
  const limit = (name: string): number | number[] | undefined => {
    if (!item.has(name)) return undefined;
    return Array.isArray(item.value(name)) ? item.series(name, context.periods) : item.number(name);
  };
  const penalty = steady(item, 'Flow limit penalty ($/MW)', context, 'largest', DEFAULT_PENALTY);
  const [most, least] = [limit('Net flow upper limit (MW)'), limit('Net flow lower limit (MW)')];
  return {
    id,
    lines: weights.names().map((line) => ({
      id: lines.has(line) ? line : weights.refuse(line, `The file has no such line: '${line}'`),
      factor: weights.number(line),
    })),
    ...(least !== undefined && { p_min_mw: least }),
    ...(most !== undefined && { p_max_mw: most }),
    ...(penalty >= 0 && { penalty_usd_per_mwh: penalty }),
  };
}

/** Reads a contingency. Throws for an element that is not in the file. */
export function contingency(
  id: string,
  item: JsonObject,
  lines: ReadonlySet<string>,
  generators: ReadonlySet<string>,
): Contingency {
  const names = (field: string, ids: ReadonlySet<string>, words: string): string[] =>
    item.list(field, []).map((name, i) => {
      if (typeof name === 'string' && ids.has(name)) return name;
      throw new ImportError([...item.path, field, i], `The file has no ${words}: '${name}'`);
    });
  const lost = {
    lines: names('Affected lines', lines, 'such element'),
    generators: names('Affected generators', generators, 'thermal unit that gives power'),
  };
  return {
    id,
    ...(lost.lines.length > 0 && { lines: lost.lines }),
    ...(lost.generators.length > 0 && { generators: lost.generators }),
  };
}
