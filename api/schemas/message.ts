/** A sentence for people. */
import { object, string } from 'yup';

export const messageSchema = object({ message: string().required() });
