/** What the second factor needs, from the connections and settings of the process. */
import type { MongoConnection } from '../../mongo/connect.ts';
import { createTwoFactor, type TwoFactor } from '../../mongo/two-factor.ts';
import { createTwoFactorChallenges, type TwoFactorChallenges } from '../../mongo/two-factor-challenges.ts';
import { createSeal, type Seal } from '../auth/seal.ts';
import type { ApiSettings } from '../config.ts';

export interface TwoFactorDeps {
  readonly twoFactor: TwoFactor;
  readonly twoFactorChallenges: TwoFactorChallenges;
  readonly seal: Seal;
}

export const createTwoFactorDeps = (db: MongoConnection['db'], settings: ApiSettings): TwoFactorDeps => ({
  twoFactor: createTwoFactor(db),
  twoFactorChallenges: createTwoFactorChallenges(db),
  seal: createSeal(settings.TWO_FACTOR_KEY ?? settings.PASSWORD_PEPPER, settings.TWO_FACTOR_PREVIOUS_KEY),
});
