/** Finds an executable on PATH; undefined when there is none. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function onPath(name, env = process.env) {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
