/** Exit codes and error messages of commands. */
import { type FieldProblem, Problem, pathOf } from '../../client/problem.ts';
import { plain } from './text.ts';

/**
 * `verify` exits with `infeasible` if it refuses the schedule or certificate, and with `unjudged` if a part could not
 * be judged.
 */
export const EXIT = {
  solved: 0,
  refused: 1,
  infeasible: 2,
  unreachable: 3,
  unjudged: 3,
  detached: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Refusal by this program itself; the message is shown to the user. */
export class Refusal extends Error {}

export function exitOf(error: unknown): Exit {
  const isGone = error instanceof Problem ? isAway(error) : isBrokenOff(error);
  return isGone ? EXIT.unreachable : EXIT.refused;
}

/** True if no server answered, or only a proxy: replies of the server have a request id or an error code. */
const isAway = ({ isUnreachable, status, requestId, code }: Problem): boolean =>
  isUnreachable || (requestId === undefined && code === undefined && [502, 503, 504].includes(status));

/** Error message as lines, one per wrong field. `args`: arguments of the command, named when a record is not found. */
export function sayError(error: unknown, isVerbose: boolean, args: readonly string[] = []): string[] {
  if (error instanceof Problem) return [...sayProblem(error, args), ...(isVerbose ? details(error) : [])];
  if (isBrokenOff(error)) return ['The connection was lost'];
  if (!(error instanceof Error)) return [plain(String(error))];
  return [plain(isVerbose && !(error instanceof Refusal) ? (error.stack ?? '') : error.message)];
}

/** True for the message by which `fetch` reports that a body was cut off. */
const isBrokenOff = (error: unknown): boolean => error instanceof TypeError && error.message === 'terminated';

const HINTS: Readonly<Record<number, string>> = {
  0: '; check the address (--url or GRID_URL)',
  401: ' (sign in with `grid login`, or set GRID_API_KEY)',
};

const NOT_FOUND = 404;

function sayProblem({ status, message, fields }: Problem, args: readonly string[]): string[] {
  const [first, ...rest] = fields.map(sayField);
  if (first !== undefined) return [first, ...rest];
  const hint = status === NOT_FOUND && args.length > 0 ? `: ${plain(args.join(' '))}` : HINTS[status];
  return [`${plain(message)}${hint ?? ''}`];
}

const sayField = ({ loc, msg }: FieldProblem): string => plain(`${pathOf(loc)}: ${msg}`);

const details = ({ status, code, requestId }: Problem): string[] => [
  [`status ${status}`, code && `code ${code}`, requestId && `request ${requestId}`]
    .filter(Boolean)
    .join(', '),
];
