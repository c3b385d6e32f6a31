/**
 * Prints one line per step with its seconds, and the result of `work` if it is text.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now();
  const detail = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}${typeof detail === 'string' ? `: ${detail}` : ''} (${seconds} s)`);
  return detail;
}
