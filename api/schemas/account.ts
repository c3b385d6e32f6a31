/** An account as administrators see it. */
import { boolean, type InferType } from 'yup';
import type { UserRecord } from '../../mongo/users.ts';
import { userSchema } from './user.ts';

export const accountSchema = userSchema.shape({ disabled: boolean().required() });
export type Account = InferType<typeof accountSchema>;

export const toAccount = ({ user_id, username, created_at, role, disabled }: UserRecord): Account => ({
  user_id,
  username,
  created_at: created_at.toISOString(),
  role,
  disabled,
});
