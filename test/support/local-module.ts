/** Loads a module of `workers/local`, which is plain JavaScript and stays outside the build. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const localModule = <M>(name: string): Promise<M> =>
  import(pathToFileURL(resolve('workers', 'local', `${name}.mjs`)).href);
