/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'bbd6a17a1116dba4e041fae302a4680eb8d5a6041acbce30ce8591467a9ac3e7';
