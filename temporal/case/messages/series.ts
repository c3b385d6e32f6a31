/** Series of one value per hour by name, as results have them. */
import { mixed } from 'yup';

/** name -> one value per hour */
export type Series = Record<string, number[]>;
const isSeries = (value: unknown): value is Series =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((hours) => Array.isArray(hours) && hours.every(Number.isFinite));

export const series = (description: string) =>
  mixed<Series>(isSeries).meta({
    type: 'object',
    description,
    additionalProperties: { type: 'array', items: { type: 'number' } },
  });
