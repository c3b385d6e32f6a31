/** The changes that a what-if may suppose: a closed set, each with a factor or an element. */
import { type InferType, object, string } from 'yup';
import { finite } from '../../../../temporal/messages/units.ts';

const CHANGE_KINDS = ['load', 'fuel_price', 'line_limit', 'unit_outage', 'renewable', 'reserve'] as const;

const MOST_FACTOR = 10;

export const supposedChangeSchema = object({
  kind: string().oneOf(CHANGE_KINDS).required(),
  factor: finite()
    .min(0)
    .max(MOST_FACTOR)
    .optional()
    .meta({ description: 'Multiplies what changes; required but for unit_outage' }),
  element: string().max(200).optional().meta({
    description:
      'What changes; absent = all of the kind. load: bus number; fuel_price: fuel; line_limit: line id; unit_outage: generator, required; renewable, reserve: name',
  }),
}).exact();
export type SupposedChange = InferType<typeof supposedChangeSchema>;
