/**
 * `npm run audit:verify`: verifies the chain of the audit log and prints the verdict as one line of JSON. Exit codes: 0
 * if the log is intact, 1 if it was tampered with, 2 if it could not be read.
 */
import { createAudit } from '../mongo/audit.ts';
import { connectMongo, mongoSettings } from '../mongo/connect.ts';
import { parseSettings } from '../temporal/settings.ts';

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const mongo = connectMongo(parseSettings(mongoSettings, process.env));
  try {
    const verdict = await createAudit(mongo.db).verify();
    print(verdict);
    process.exitCode = verdict.valid ? 0 : 1;
  } finally {
    await mongo.close();
  }
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 2;
}
