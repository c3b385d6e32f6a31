/** The id of a bus, line or generator: a string, or an integer. */
import { mixed } from 'yup';
import type { ElementId } from './finding.ts';

export const isElementId = (value: unknown): value is ElementId =>
  typeof value === 'string' || Number.isInteger(value);

export const ID_PROBLEM = { type: 'string_type', message: 'Input should be a valid string or integer' };

export const elementId = (description: string) =>
  mixed<ElementId>()
    .required()
    .test(
      ID_PROBLEM.type,
      ID_PROBLEM.message,
      (value) => value === undefined || value === null || isElementId(value),
    )
    .meta({ description });
