/** What the environment says to this program; an empty variable is as good as none. */
import { homedir } from 'node:os';
import { join } from 'node:path';

const { GRID_URL, GRID_API_KEY, NO_COLOR, TERM, XDG_CONFIG_HOME } = process.env;

export const environment = {
  url: GRID_URL || undefined,
  apiKey: GRID_API_KEY || undefined,
  mayColor: !NO_COLOR && TERM !== 'dumb',
  credentialsFile: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'grid', 'credentials.json'),
};
