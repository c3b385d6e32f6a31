/** What one variable of a scenario matrix changes in a base payload: small enough to store and to send. */
import type { ChangeMode } from '../messages/matrix.ts';
import { COLLECTIONS, type Collection } from './collections.ts';
import { SETTINGS, type SettingName, settingOf } from './settings.ts';

export type ChangeTarget =
  | {
      readonly collection: Collection;
      /** Positions in the collection; the base does not change under an experiment. */
      readonly positions: readonly number[];
      /** Some `fields` of the collection: numbers, arrays of numbers, or null for "unlimited". */
      readonly fields: readonly string[];
    }
  | { readonly setting: SettingName };

export interface Change {
  readonly name: string;
  readonly mode: ChangeMode;
  /** At least one; several when a name stands for parts of several collections. */
  readonly targets: readonly ChangeTarget[];
}

/** Whether a change can take a value: of a setting what its row accepts, else any finite number. */
export const acceptsValue = ({ targets }: Change, value: number | string): boolean =>
  targets.every((target) => fits(target, value));

function fits(target: ChangeTarget, value: number | string): boolean {
  if ('setting' in target) return settingOf(target.setting).accepts(value);
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether a value leaves every number as it is: a factor of 1, a summand of 0. */
export const isNeutral = (mode: ChangeMode, value: number | string): boolean =>
  (mode === 'multiply' && value === 1) || (mode === 'add' && value === 0);

/** Whether a variable leaves what a schedule must keep to as it is, so that one of another scenario still fits. */
export const changesCostsOnly = ({ targets }: Change): boolean => targets.every(isCost);

function isCost(target: ChangeTarget): boolean {
  if ('setting' in target) return settingOf(target.setting).costsOnly;
  const { costs } = COLLECTIONS[target.collection];
  return target.fields.every((field) => costs.includes(field));
}

const FORMS = [
  'Accepted: load* or demand*; fuel*, gas*, *price* or *cost*; wind*, solar* or renewable*',
  '*line*, *transmission* or *limit*; generators.<name|*>.<field>; loads.<bus|*>.values',
  'transmission_lines|dc_lines.<id|*>.<field>; renewables|storage|reserves.<name|*>.<field>',
  ...Object.keys(SETTINGS),
].join('; ');

/** A variable that changes nothing in the base: what is missing, and the names that are accepted. */
export class UnknownVariable extends Error {
  readonly variable: string;

  constructor(variable: string, missing: string) {
    super(`${variable}: ${missing}. ${FORMS}`);
    this.name = 'UnknownVariable';
    this.variable = variable;
  }
}
