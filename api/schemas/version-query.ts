/** Query of a record whose older content may be read. */
import { object, string } from 'yup';

export const versionQuery = object({
  version: string().optional().meta({ description: 'One of `versions`; the current one when absent' }),
});
