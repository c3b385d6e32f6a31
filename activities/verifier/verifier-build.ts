/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '095cce4c349ca593390c36e67c1f5a9ac6af9e82132aa29a87418948767d67bf';
