/** Tries the ways to a server in order; each is `{ name, find }`, and `find` returns nothing or throws when it fails. */
export async function firstThatWorks(server, ways) {
  const failures = [];
  for (const [at, { name, find }] of ways.entries()) {
    try {
      const found = await find();
      if (found) return { found, way: name };
      failures.push(`${at + 1}. ${name}: not there`);
    } catch (error) {
      failures.push(`${at + 1}. ${name}: ${reason(error)}`);
    }
  }
  throw new Error(`${server} could not be found in any of these ways:\n  ${failures.join('\n  ')}`);
}

/** `fetch` hides the reason in its causes; a command ends with it. */
function reason(error) {
  if (error.cause?.message) return reason(error.cause);
  const [first, ...rest] = error.message.split('\n').filter((line) => line.trim());
  return rest.length > 0 ? `${first} / ${rest.at(-1)}` : first;
}
