/** Tries the ways to a server in order; each is `{ name, find }`, and `find` returns nothing or throws when it fails. */
export async function firstThatWorks(server, ways) {
  const failures = [];
  for (const [at, { name, find }] of ways.entries()) {
    try {
      const found = await find();
      if (found) return { found, way: name };
      failures.push(`${at + 1}. ${name}: not there`);
    } catch (error) {
      failures.push(`${at + 1}. ${name}: ${error.message.split('\n')[0]}`);
    }
  }
  throw new Error(`${server} could not be found in any of these ways:\n  ${failures.join('\n  ')}`);
}
