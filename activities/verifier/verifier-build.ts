/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = 'c476719231140fec04dd398cc0065ce34377570996fa2691f988b3969fbbb565';
