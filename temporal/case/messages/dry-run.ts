/** Findings on a payload that a solve would report, without solving. */
import { array, boolean, number, object, string } from 'yup';

export const dryRunSchema = object({
  valid: boolean().required(),
  findings: array(
    object({
      code: string().required(),
      severity: string()
        .oneOf(['error', 'warning', 'info'] as const)
        .required(),
      element_type: string().required(),
      element_id: string().nullable().defined(),
      hour: number().integer().nullable().defined(),
      message: string().required(),
      field: string().optional().meta({
        description:
          'Field of the element, or of the payload for `system`; absent if the finding concerns several',
      }),
    }),
  ).required(),
  size: object({
    rows: number().integer().required(),
    columns: number().integer().required(),
    integers: number().integer().required(),
  }).required(),
});
