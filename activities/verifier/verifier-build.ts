/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'f0d58f0ba2342554f644385f7483a886e6044e8ae9eb842a02e8d9f2bc116427';
