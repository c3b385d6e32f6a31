/** How a command ends: its code, and what is said of an error. */
import { type FieldProblem, Problem, pathOf } from '../../client/problem.ts';
import { plain } from './text.ts';

/** `verify` ends with `infeasible` where it refuses, and with `unjudged` where something could not be judged. */
export const EXIT = {
  solved: 0,
  refused: 1,
  infeasible: 2,
  unreachable: 3,
  unjudged: 3,
  detached: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** What this program itself refuses, in words for its user. */
export class Refusal extends Error {}

export function exitOf(error: unknown): Exit {
  const isGone = error instanceof Problem ? isAway(error) : isBrokenOff(error);
  return isGone ? EXIT.unreachable : EXIT.refused;
}

/** Nobody answered, or a proxy did in place of the server, which names every request or says why. */
const isAway = ({ isUnreachable, status, requestId, code }: Problem): boolean =>
  isUnreachable || (requestId === undefined && code === undefined && [502, 503, 504].includes(status));

/** The lines that say what went wrong: one, and one for each further field. `asked`: what the command was given. */
export function sayError(error: unknown, isVerbose: boolean, asked: readonly string[] = []): string[] {
  if (error instanceof Problem) return [...sayProblem(error, asked), ...(isVerbose ? details(error) : [])];
  if (isBrokenOff(error)) return ['The connection broke off'];
  if (!(error instanceof Error)) return [plain(String(error))];
  return [plain(isVerbose && !(error instanceof Refusal) ? (error.stack ?? '') : error.message)];
}

/** What `fetch` calls a body that did not come to its end. */
const isBrokenOff = (error: unknown): boolean => error instanceof TypeError && error.message === 'terminated';

const HINTS: Readonly<Record<number, string>> = {
  0: '; is its address right? (--url or GRID_URL)',
  401: ' (sign in with `grid login`, or set GRID_API_KEY)',
};

const NOT_FOUND = 404;

function sayProblem({ status, message, fields }: Problem, asked: readonly string[]): string[] {
  const [first, ...rest] = fields.map(sayField);
  if (first !== undefined) return [first, ...rest];
  const hint = status === NOT_FOUND && asked.length > 0 ? `: ${plain(asked.join(' '))}` : HINTS[status];
  return [`${plain(message)}${hint ?? ''}`];
}

const sayField = ({ loc, msg }: FieldProblem): string => plain(`${pathOf(loc)}: ${msg}`);

const details = ({ status, code, requestId }: Problem): string[] => [
  [`status ${status}`, code && `code ${code}`, requestId && `request ${requestId}`]
    .filter(Boolean)
    .join(', '),
];
