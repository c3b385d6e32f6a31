/** Effect of one variable of a scenario matrix on a base payload, in a form that is small to store and send. */
import type { ChangeMode } from '../messages/matrix.ts';
import { COLLECTIONS, type Collection } from './collections.ts';
import { SETTINGS, type SettingName, settingOf } from './settings.ts';

export type ChangeTarget =
  | {
      readonly collection: Collection;
      /** Positions of the elements in the collection; the base stays the same during an experiment. */
      readonly positions: readonly number[];
      /** Names of the fields that change: numbers, arrays of numbers, or null for "unlimited". */
      readonly fields: readonly string[];
    }
  | { readonly setting: SettingName };

export interface Change {
  readonly name: string;
  readonly mode: ChangeMode;
  /** Parts of the payload that change, at least one; several if the variable's name stands for several collections. */
  readonly targets: readonly ChangeTarget[];
}

/**
 * True if the change accepts the value. The table of settings decides for a setting; any other change accepts every
 * finite number.
 */
export const acceptsValue = ({ targets }: Change, value: number | string): boolean =>
  targets.every((target) => fits(target, value));

function fits(target: ChangeTarget, value: number | string): boolean {
  if ('setting' in target) return settingOf(target.setting).accepts(value);
  return typeof value === 'number' && Number.isFinite(value);
}

/** True if a value changes no number: a factor of 1, or a summand of 0. */
export const isNeutral = (mode: ChangeMode, value: number | string): boolean =>
  (mode === 'multiply' && value === 1) || (mode === 'add' && value === 0);

/** True if the variable changes costs only, so that a schedule of another scenario stays feasible. */
export const changesCostsOnly = ({ targets }: Change): boolean => targets.every(isCost);

function isCost(target: ChangeTarget): boolean {
  if ('setting' in target) return settingOf(target.setting).costsOnly;
  const { costs } = COLLECTIONS[target.collection];
  return target.fields.every((field) => costs.includes(field));
}

const FORMS = [
  'Accepted: load* or demand*; fuel*, gas*, *price* or *cost*; wind*, solar* or renewable*',
  '*line*, *transmission* or *limit*; generators.<name|*>.<field>; loads.<bus|*>.values',
  'transmission_lines|dc_lines|interfaces.<id|*>.<field>; phase_shifters.<line|*>.<field>; renewables|storage|reserves.<name|*>.<field>',
  ...Object.keys(SETTINGS),
].join('; ');

/** Error for a variable that changes nothing in the base. The message names the missing part and the accepted names. */
export class UnknownVariable extends Error {
  readonly variable: string;

  constructor(variable: string, missing: string) {
    super(`${variable}: ${missing}. ${FORMS}`);
    this.name = 'UnknownVariable';
    this.variable = variable;
  }
}
