/** Made by `npm run build`; a test says when it is stale. */
/** SHA-256 of the other sources of this folder, hex: which verifier judged (README.md says how to compute it). */
export const VERIFIER_SHA256 = '27896a75f23d205117d56d7fd2615f068062fd219e5e9587210037bcf9993478';
