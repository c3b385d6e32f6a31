/** An account as its owner sees it. */
import { object, string } from 'yup';

export const userSchema = object({
  user_id: string().required(),
  username: string().required(),
  created_at: string().datetime({ precision: 3 }).required(),
  role: string()
    .oneOf(['user', 'admin'] as const)
    .required(),
});
