/**
 * One HTTP endpoint as a value. The same schemas validate the request, type the handler,
 * check the reply in tests and generate the OpenAPI operation, so the four cannot disagree.
 */
import type { Readable } from 'node:stream';
import type { InferType, Schema } from 'yup';
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import type { Headers, ReplyHeader, RequestHeader } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ModuleAccess, Principal, Shared } from './principal.ts';
import type { RequestInfo } from './request.ts';

/** The groups of operations in the document, in the order in which a new user meets them. */
export const TAGS = {
  Authentication: 'Sign in, with a second factor where one is set up, renew and end sessions',
  Users: 'The own account, its password, second factor and API keys; accounts of others for administrators',
  Modules: 'Parts of the service, and how far they are open to the caller',
  Solve: 'Unit commitment, security-constrained unit commitment and economic dispatch as jobs',
  Experiments: 'Matrices of scenarios over a base scenario',
  Scenarios: 'Stored solve payloads with their versions, import and export',
  Networks: 'Stored grids with their versions',
  'Power flow': 'Checks of power-flow data',
  'Model builder': 'Production-cost models on stored networks',
  'Model tuner': 'Prompts for the tuning of models',
  Schedules: 'Runs that start by themselves, by calendar or interval',
  Webhooks: 'Addresses that are told when a run has ended, signed by the specification Standard Webhooks',
  'AI analyst': 'Questions about cases and results, answered from what the service computed',
  Shares: 'Links that let others read one job, experiment or run, without an account',
  Overview: 'What runs, what waits and what has ended',
  Audit: 'Who did what and when, for administrators',
  Health: 'Whether the service is alive and ready',
} as const;

type Tag = keyof typeof TAGS;

/** Largest body of a request that is answered on the event loop, and most values in it. */
export const LIGHT_BYTES = 16 * 1024;
export const LIGHT_VALUES = 500;

const SHORT_S = 10;
export const LONG_S = 60;

type Infer<S> = S extends Schema ? InferType<S> : undefined;

/** Success replies by status code, `null` for an empty body; error replies are thrown as `ApiError`. */
export type Responses = Readonly<Record<number, Schema | null>>;

/** A JSON reply with one of the declared statuses. */
type Reply<R extends Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: Infer<R[Status]>;
    readonly headers?: Headers;
  };
}[keyof R & number];

/** A reply that is written piece by piece, as JSON or as one of the route's `produces`. */
export interface StreamReply {
  readonly status: 200;
  readonly mediaType: string;
  readonly stream: Readable | string | Buffer;
  /** In memory behind the stream, until it has been read to its end. */
  readonly bytes?: number;
  readonly headers?: Headers;
}

export const reply = <const Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Headers = {},
) => ({
  status,
  body,
  headers,
});

/** What a handler is given: the validated parts, who asks, and `deps`, the few things its feature says it needs. */
interface Input<P, Q, B, D> {
  readonly params: Infer<P>;
  readonly query: Infer<Q>;
  readonly body: Infer<B>;
  readonly user: Principal;
  readonly request: RequestInfo;
  readonly deps: D;
}

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Instead of a body: the text of a file. */
  readonly file?: string;
  /** Default 200. */
  readonly status?: number;
  readonly reply?: object;
}

/** All of a route but its handler: what the document, the router and the order of refusals read. */
export interface RouteShape<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Responses = Responses,
> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form, for example `/users/{id}`; mounted with and without the prefix of the service. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Group of the operation in the document. */
  readonly tag: Tag;
  /**
   * `none`: no token; `bearer`: whoever is signed in; `admin`: the admin role; `registrar`: the admin
   * role unless public registration is open.
   */
  readonly auth: 'none' | 'bearer' | 'admin' | 'registrar';
  /** Meant for one caller though nobody is signed in, tokens for example: no cache keeps it. */
  readonly isPersonal?: true;
  /** Open also before a second factor is set up that the account must have. */
  readonly beforeFactor?: true;
  /** Absent: open to whoever is signed in; of several any will do. */
  readonly module?: ModuleAccess | readonly ModuleAccess[];
  /** `refused`: a call about the account itself, which an API key may not make. */
  readonly keys?: 'refused';
  /** Open to a guest whose link shares the thing of this kind that the path names; `any`: to every guest; absent: to none. */
  readonly shared?: Shared['kind'] | 'any';
  /**
   * Which bucket of the caller a call drains, refused or not: `general` when absent; `own`: one that the handler
   * sees to when it accepts the call, and `refused` when it does not; `none`: calls are not counted.
   */
  readonly limit?: 'general' | 'read' | 'own' | 'none';
  /** A POST that only reads: an API key with the scope `read` may call it. */
  readonly reads?: true;
  /**
   * May be answered on the event loop, where it is short: a test measures the worst body of its grammar. Absent: always
   * in a thread.
   */
  readonly light?: true;
  /** Until its answer begins, s: `SHORT_S` when absent, `LONG_S` for exports, imports and reports. */
  readonly seconds?: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Takes, instead of a body with a schema, a file of these media types; the handler reads it. */
  readonly file?: readonly string[];
  /** Also takes the body as a form, with a CSRF token; its fields are plain text. */
  readonly forms?: true;
  /** Rewrites the client's body into the canonical names of `body` before validation. */
  readonly canonical?: (body: unknown) => Canonical;
  /** With `canonical`: the JSON schema of what clients may write, from that of `body`. */
  readonly clientSchema?: (body: JsonSchema) => JsonSchema;
  /** A call and its reply, shown in the OpenAPI document; a test makes the call. */
  readonly example?: Example;
  /** Request header fields that the handler heeds. */
  readonly heeds?: readonly RequestHeader[];
  readonly responses: R;
  /** Header fields of success replies by status, beyond those that every route shares. */
  readonly headers?: Readonly<Record<number, readonly ReplyHeader[]>>;
  /** Media types of 200 beyond application/json. */
  readonly produces?: readonly string[];
  /** Error statuses beyond those that follow from the rest of the declaration. */
  readonly errors?: readonly number[];
}

export const secondsOf = ({ seconds, file }: Pick<RouteShape, 'seconds' | 'file'>): number =>
  seconds ?? (file ? LONG_S : SHORT_S);

export interface Route<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Responses,
  D,
> extends RouteShape<P, Q, B, R> {
  readonly handle: (input: Input<P, Q, B, D>) => Promise<Reply<R> | StreamReply>;
}

/** A reply whose status and body are those of no route in particular. */
export interface AnyReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Headers;
}

/** The parts of `AnyRoute` are typed as `never`: only who has validated them with its schemas may hand them in. */
export type AnyInput<D> = Omit<Input<undefined, undefined, undefined, D>, 'params' | 'query' | 'body'> &
  Readonly<Record<'params' | 'query' | 'body', never>>;

/**
 * A route that has forgotten the types of its parts, as lists hold it. `D`: what its handler needs; a route that
 * needs less fits into the list, so the list of all routes takes what all features need together.
 */
export interface AnyRoute<D> extends RouteShape {
  readonly handle: (input: AnyInput<D>) => Promise<AnyReply | StreamReply>;
}

/** The definer of the routes of one feature, whose handlers are given `D`. */
export const routesFor =
  <D>() =>
  <
    R extends Responses,
    P extends Schema | undefined = undefined,
    Q extends Schema | undefined = undefined,
    B extends Schema | undefined = undefined,
  >(
    route: Route<P, Q, B, R, D>,
  ): Route<P, Q, B, R, D> =>
    route;
