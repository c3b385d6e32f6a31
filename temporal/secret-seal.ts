/** Secrets that are stored and must be read again, as payloads in Temporal are: sealed where TEMPORAL_PAYLOAD_KEYS is set. */
import { dataConverterOf, type PayloadJson, payloadFromJson, payloadToJson } from './codec.ts';

export interface SecretSeal {
  seal(secret: string): Promise<PayloadJson>;
  open(sealed: PayloadJson): Promise<string>;
}

export function createSecretSeal(settings: Parameters<typeof dataConverterOf>[0]): SecretSeal {
  const [codec] = dataConverterOf(settings).payloadCodecs;
  return {
    async seal(secret) {
      const [sealed] = (await codec?.encode([{ metadata: {}, data: Buffer.from(secret) }])) ?? [];
      return payloadToJson(sealed ?? {});
    },
    async open(sealed) {
      const [opened] = (await codec?.decode([payloadFromJson(sealed)])) ?? [];
      return Buffer.from(opened?.data ?? []).toString();
    },
  };
}
