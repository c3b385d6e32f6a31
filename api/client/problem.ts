/** Failed request: a refusal of the server, or a server out of reach. */

/** One field that the server refused. */
export interface FieldProblem {
  /** Path of the field in the request: `body`, then names and positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string | undefined;
  readonly fields?: readonly FieldProblem[];
  readonly requestId?: string | undefined;
  /** Seconds to wait before a retry, if the server states them. */
  readonly retryAfterS?: number | undefined;
  /** The header `WWW-Authenticate` of a 401. */
  readonly challenge?: string | undefined;
}

/** A failed request. `status` is 0 if the server did not answer. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly challenge: string | undefined;

  constructor(
    { status, message, code, fields = [], requestId, retryAfterS, challenge }: Refusal,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
    this.challenge = challenge;
  }

  get isUnreachable(): boolean {
    return this.status === 0;
  }

  /** True if a new token may help; false for a wrong password of a signed-in user. */
  get isTokenRefused(): boolean {
    return this.status === 401 && this.challenge !== 'Bearer';
  }
}

export const unreachable = (cause: unknown): Problem =>
  new Problem({ status: 0, message: 'The server cannot be reached' }, { cause });

/**
 * Reads a refusal. If the body is not one of this service, such as the page of a proxy, the message is made from the
 * status.
 */
export async function toProblem(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const fields = fieldsOf(body);
  return new Problem({
    status,
    message: textOf(body, 'detail') ?? summaryOf(fields) ?? `The server answered ${status}`,
    code: textOf(body, 'code'),
    fields,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterS: secondsOf(headers.get('retry-after')),
    challenge: headers.get('www-authenticate') ?? undefined,
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(body: unknown): FieldProblem[] {
  const detail = isRecord(body) ? body['detail'] : undefined;
  if (!Array.isArray(detail)) return [];
  return detail.filter(isRecord).map(({ loc, msg }) => ({
    loc: Array.isArray(loc) ? loc.filter((part) => typeof part === 'string' || typeof part === 'number') : [],
    msg: String(msg ?? ''),
  }));
}

/** Path in words: `['body', 'payload', 'loads', 0]` -> `payload.loads[0]`. */
export const pathOf = (loc: FieldProblem['loc']): string =>
  loc
    .filter((part, at) => at > 0 || part !== 'body')
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${part}`))
    .join('');

function summaryOf(fields: readonly FieldProblem[]): string | undefined {
  const [first, ...rest] = fields;
  if (!first) return undefined;
  return `${pathOf(first.loc)}: ${first.msg}${rest.length > 0 ? ` (and ${rest.length} more)` : ''}`;
}

const secondsOf = (value: string | null): number | undefined => {
  const seconds = Number(value);
  return value !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};
