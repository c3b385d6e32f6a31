/** Resolves at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. */
export function untilSignal() {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(signal);
      });
    }
  });
}
