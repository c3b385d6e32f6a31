/** Distribution factors of a network, as JSON text. */
import type { Line } from '../../../temporal/case/messages/network.ts';
import { EngineError } from '../base/engine.ts';
import { uncomputable } from '../base/prepared-case.ts';
import { sensitivityText } from './sensitivity-text.ts';

export type SensitivityRequest =
  | {
      readonly kind: 'ptdf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly monitored: readonly string[];
      /** Bus number. */
      readonly slackBus: number;
    }
  | {
      readonly kind: 'lodf';
      readonly lines: readonly Line[];
      /** Ids of lines in service. */
      readonly outages: readonly string[];
    };

/** Throws `EngineError` INVALID_MODEL with what is wrong with the network. */
export function sensitivity(request: SensitivityRequest): Buffer {
  try {
    return Buffer.concat([...sensitivityText(request)].map((piece) => Buffer.from(piece)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError('INVALID_MODEL', uncomputable(error));
  }
}
