/** An account in replies. */
import { boolean, type InferType, object, string } from 'yup';
import type { UserRecord } from '../../mongo/users.ts';

/** What its owner sees. */
export const userSchema = object({
  user_id: string().required(),
  username: string().required(),
  created_at: string().datetime({ precision: 3 }).required(),
  role: string()
    .oneOf(['user', 'admin'] as const)
    .required(),
});

/** What administrators see. */
export const accountSchema = userSchema.shape({ disabled: boolean().required() });
type Account = InferType<typeof accountSchema>;

export const toAccount = ({ user_id, username, created_at, role, disabled }: UserRecord): Account => ({
  user_id,
  username,
  created_at: created_at.toISOString(),
  role,
  disabled,
});
