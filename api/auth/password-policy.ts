/** The password policy that the settings ask for. */
import type { PasswordPolicy } from './password-rules.ts';

export interface PasswordSettings {
  readonly PASSWORD_MIN_LENGTH: number;
  readonly PASSWORD_CLASSES: string;
}

export const toPolicy = ({ PASSWORD_MIN_LENGTH, PASSWORD_CLASSES }: PasswordSettings): PasswordPolicy => ({
  minLength: PASSWORD_MIN_LENGTH,
  classes: PASSWORD_CLASSES === 'on',
});
