/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'b4080635fb5949617749573bcc83207a10e5d6b977e63c162fce3ad1114240c7';
