/** The path parameter of every route of one module. Any text is a possible id; an unknown one is a 404. */
import { object, string } from 'yup';

export const modulePath = object({
  module_id: string().required().max(64).meta({ description: 'For example analyst' }),
});
