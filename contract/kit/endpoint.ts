import type * as z from 'zod';
import type { Refusal } from './errors.ts';
import type { Needs } from './rights.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type PathKeys<S extends string> = S extends `${string}:${infer K}/${infer Rest}`
  ? K | PathKeys<Rest>
  : S extends `${string}:${infer K}`
    ? K
    : never;

/**
 * What happens to a call without a connection: `replicated` reads the device's own rows, `cached` shows the last reply with
 * its age, `queued` becomes a command in the outbox, and `online` reports that it needs the service.
 */
export type OfflinePolicy = 'replicated' | 'cached' | 'queued' | 'online';

/**
 * Declares one HTTP call. Every `:key` of the route must be a field of `args`; the other fields travel in the query for GET and
 * DELETE, else in the body. `wholeBody` names the one argument that is the entire body, as with documented id arrays.
 */
export function endpoint<
  const Route extends `${Method} /${string}`,
  A extends z.ZodObject,
  R extends z.ZodType,
  const F extends readonly Refusal['kind'][],
  const N extends Needs,
  const O extends OfflinePolicy,
  const W extends RawKind | undefined = undefined,
>(
  route: Route,
  spec: {
    args: PathKeys<Route> extends keyof z.output<A> ? A : never;
    reply: R;
    fails: F;
    needs: N;
    offline: O;
    /** One sentence for the OpenAPI document. */
    about: string;
    /** Schema of a conflict's `current`, if its fields have documented names on the wire. */
    conflict?: z.ZodType;
    /** A recorded reply under plain names; a test parses it with `reply`. */
    example: NoInfer<z.input<R>>;
    wholeBody?: keyof z.output<A> & string;
    /** Set if the response is not JSON (a stream, a file); `reply` then describes only the example. */
    raw?: W;
    /** Places of the arguments whose texts the handler judges, so that one bad text does not refuse the whole request. */
    judgesTexts?: RegExp;
    /** The whole body, of any content type, as bytes in the argument of `wholeBody`: at most this many. */
    bytes?: number;
    /** Answers 202: what was sent is stored, and worked on later. */
    accepted?: true;
    /** Multipart upload: the handler gets the file's bytes as this argument, and its file name as `…Name`. */
    upload?: string;
    /** Allowed to a person whose password has expired. The service refuses them every other call that needs a sign-in. */
    withExpiredPassword?: true;
  },
) {
  const { args, raw, ...rest } = spec;
  return { route, args: args as A, raw: raw as W, ...rest };
}

/** Kinds of responses that are not a single JSON value. */
type RawKind = 'sse' | 'ndjson' | 'xml' | 'html' | 'file';

/** Any declared call. */
export type Endpoint = {
  route: string;
  args: z.ZodObject;
  reply: z.ZodType;
  fails: readonly Refusal['kind'][];
  needs: Needs;
  offline: OfflinePolicy;
  about: string;
  conflict?: z.ZodType;
  example: unknown;
  wholeBody?: string;
  raw?: RawKind | undefined;
  upload?: string;
  bytes?: number;
  accepted?: true;
  withExpiredPassword?: true;
  judgesTexts?: RegExp;
};
/** A call whose replies the device may store. The type prevents code from storing any other. */
export type KeptEndpoint = Endpoint & { offline: 'cached' | 'replicated' };
export type ArgsOf<E extends Endpoint> = z.output<E['args']>;
export type SentArgsOf<E extends Endpoint> = z.input<E['args']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
export type RefusalOf<E extends Endpoint> = Extract<Refusal, { kind: E['fails'][number] }>;

/** Splits `GET /api/x/:id` into its method and path. */
export function routeOf(endpoint: Endpoint): { method: Method; path: string } {
  const [method, path] = endpoint.route.split(' ') as [Method, string];
  return { method, path };
}
