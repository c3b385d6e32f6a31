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

/** Groups of operations in the OpenAPI document, in the order in which a new user needs them. */
export const TAGS = {
  Authentication: 'Sign in, with a second factor where one is set up, renew and end sessions',
  Users: "The caller's account, password, second factor and API keys; other accounts, for administrators",
  Modules: 'Parts of the service, with the access level of the caller',
  Solve: 'Unit commitment, security-constrained unit commitment and economic dispatch as jobs',
  Experiments: 'Matrices of scenarios over a base scenario',
  Scenarios: 'Stored solve payloads with their versions, import and export',
  Networks: 'Stored grids with their versions',
  'Power flow': 'Checks of power-flow data',
  'Model builder': 'Production-cost models on stored networks',
  Connections: 'How much power can connect at buses of a stored network',
  'Model tuner': 'Prompts for the tuning of models',
  Schedules: 'Runs started automatically, by calendar or interval',
  Webhooks: 'URLs that receive a POST when a run ends, signed per Standard Webhooks',
  'AI analyst': 'Questions about cases and results, answered from computed data',
  Shares: 'Links that let others read one job, experiment or run, without an account',
  Overview: 'Running, waiting and finished work',
  Audit: 'Log of actions with user and time, for administrators',
  Health: 'Whether the service is alive and ready',
} as const;

type Tag = keyof typeof TAGS;

/** Largest body that is handled on the event loop. This constant: bytes; the next one: number of values. */
export const LIGHT_BYTES = 16 * 1024;
export const LIGHT_VALUES = 500;

const SHORT_S = 10;
export const LONG_S = 60;

type Infer<S> = S extends Schema ? InferType<S> : undefined;

/** Schema of each success reply by status code, `null` for an empty body. Error replies are thrown as `ApiError`. */
export type Responses = Readonly<Record<number, Schema | null>>;

/** A JSON reply with one of the declared statuses. */
type Reply<R extends Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: Infer<R[Status]>;
    readonly headers?: Headers;
  };
}[keyof R & number];

/** A reply that is streamed, as JSON or as one of the route's `produces`. */
export interface StreamReply {
  readonly status: 200;
  readonly mediaType: string;
  readonly stream: Readable | string | Buffer;
  /** Memory that the stream occupies until it has been read, bytes. */
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

/** Input of a handler: the validated parts, the caller, and `deps`, the dependencies that its feature requires. */
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
  /** Text of a file, instead of a body. */
  readonly file?: string;
  /** Status of the reply; default 200. */
  readonly status?: number;
  readonly reply?: object;
}

/**
 * A route without its handler: the properties that the OpenAPI document, the router and the checks before the handler
 * use.
 */
export interface RouteShape<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Responses = Responses,
> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path in OpenAPI form, for example `/users/{id}`; mounted with and without the prefix of the service. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Group of the operation in the document. */
  readonly tag: Tag;
  /**
   * `none`: no token; `bearer`: every signed-in user; `admin`: the admin role; `registrar`: the admin role unless public
   * registration is open.
   */
  readonly auth: 'none' | 'bearer' | 'admin' | 'registrar';
  /** True for a reply meant for one caller without sign-in, such as tokens; it must not be cached. */
  readonly isPersonal?: true;
  /** True if the route is open even before a required second factor is set up. */
  readonly beforeFactor?: true;
  /**
   * Module that opens the route; of a list, any one of them suffices. If absent, the route is open to every signed-in
   * user.
   */
  readonly module?: ModuleAccess | readonly ModuleAccess[];
  /** `refused`: API keys may not call the route, because it concerns the account itself. */
  readonly keys?: 'refused';
  /**
   * Guests that may call the route: those whose link shares the item of this kind in the path; `any`: every guest;
   * absent: no guest.
   */
  readonly shared?: Shared['kind'] | 'any';
  /**
   * Quota that a call consumes, whether refused or not; default `general`. `own`: a quota that the handler consumes
   * when it accepts the call; a refused call consumes `refused` instead. `none`: calls are not counted.
   */
  readonly limit?: 'general' | 'read' | 'own' | 'none';
  /** True for a POST that only reads: an API key with the scope `read` may call it. */
  readonly reads?: true;
  /**
   * True if a short request may be answered on the event loop; a test measures the slowest body that the schema allows.
   * If absent, a thread answers.
   */
  readonly light?: true;
  /** Time limit until the reply begins, s: `SHORT_S` when absent, `LONG_S` for exports, imports and reports. */
  readonly seconds?: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Media types of a file that the route accepts in place of a body; the handler reads the file. */
  readonly file?: readonly string[];
  /** True if the body may also be a form with a CSRF token, whose fields are plain text. */
  readonly forms?: true;
  /** Rewrites the client's body into the canonical names of `body` before validation. */
  readonly canonical?: (body: unknown) => Canonical;
  /** With `canonical`: derives the JSON schema of client bodies from that of `body`. */
  readonly clientSchema?: (body: JsonSchema) => JsonSchema;
  /** A call and its reply, shown in the OpenAPI document; a test makes the call. */
  readonly example?: Example;
  /** Request header fields that the handler reads. */
  readonly heeds?: readonly RequestHeader[];
  readonly responses: R;
  /** Header fields of success replies by status, besides those that every route has. */
  readonly headers?: Readonly<Record<number, readonly ReplyHeader[]>>;
  /** Media types of a 200 reply, besides application/json. */
  readonly produces?: readonly string[];
  /** Error statuses of the route, besides those that follow from its other properties. */
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

/** A reply whose types are not bound to a route. */
export interface AnyReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Headers;
}

/**
 * Input whose parts have the type `never`, so that only code that has validated them with the schemas of the route may
 * pass them.
 */
export type AnyInput<D> = Omit<Input<undefined, undefined, undefined, D>, 'params' | 'query' | 'body'> &
  Readonly<Record<'params' | 'query' | 'body', never>>;

/**
 * A route without the types of its parts, for lists of routes. `D`: dependencies of its handler; a list requires the
 * dependencies of all its routes.
 */
export interface AnyRoute<D> extends RouteShape {
  readonly handle: (input: AnyInput<D>) => Promise<AnyReply | StreamReply>;
}

/** Creates the function by which a feature defines routes whose handlers receive `D`. */
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
