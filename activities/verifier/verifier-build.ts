/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '8691384a5094ff102a771af4df0ff0ea321a820b4d23247b7d024e41f433aa59';
