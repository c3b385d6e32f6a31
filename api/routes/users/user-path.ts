/** The path parameter of every route of one user. Any text is a possible id; an unknown one is a 404. */
import { object, string } from 'yup';

export const userPath = object({ user_id: string().required().max(128) });
