/** Models differ in the longest horizon they accept. */
import { longestHorizonH, type PcmModel } from '../../temporal/pcm-models.ts';
import { Unprocessable } from '../errors.ts';

/** `horizon` in h; throws `Unprocessable` when it is too long for the model. */
export function checkHorizon(model: PcmModel, horizon: number): void {
  const longest = longestHorizonH(model);
  if (horizon <= longest) return;
  const msg = `Input should be less than or equal to ${longest}`;
  throw new Unprocessable([{ loc: ['body', 'options', 'horizon'], msg, type: 'less_than_equal' }]);
}
