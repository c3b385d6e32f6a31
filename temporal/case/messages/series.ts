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

const isRecord = (value: unknown): value is Record<string, object> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Name -> series by name. */
export const record = <T>(description: string) =>
  mixed<Record<string, T>>((value): value is Record<string, T> => isRecord(value)).meta({
    type: 'object',
    description,
    additionalProperties: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'number' } },
    },
  });
