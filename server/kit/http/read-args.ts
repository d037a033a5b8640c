import type * as z from 'zod';
import { alsoSent } from '#contract/also-sent.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { textProblems } from '#contract/kit/text.ts';
import { unknownFields } from '#contract/kit/unknown-fields.ts';
import { fromWire, type Misnamed, renameFields } from '#contract/kit/wire-translation.ts';

export type Incoming = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
type Invalid = { kind: 'invalid'; fields: Record<string, string> };

/**
 * Fields of a request by plain name, before anyone judged them: from the query, over it the body where the method has one, over both
 * the path. `misnamed` hears of fields that came under a plain name where the documented one is due.
 */
export function namedFields(endpoint: Endpoint, incoming: Incoming, misnamed?: Misnamed): Record<string, unknown> {
  const { method } = routeOf(endpoint);
  const { query, body, params } = incoming;
  const asked = isFields(query) ? query : {};
  // Some documented calls that change something have the customer or target in the query.
  const sent = method === 'GET' || method === 'DELETE' ? {} : bodyFields(endpoint, body);
  const named = fromWire(endpoint.args, { ...asked, ...sent }, misnamed) as Record<string, unknown>;
  // The path names its keys by place, in no words of the caller.
  return { ...named, ...(params as Record<string, string>) };
}

function bodyFields(endpoint: Endpoint, body: unknown): Record<string, unknown> {
  if (endpoint.wholeBody !== undefined) return { [endpoint.wholeBody]: body };
  return isFields(body) ? body : {};
}

/**
 * The arguments of a call, always judged by the contract's own schema, whatever the framework did with the body before. A refusal
 * names the fields as they were sent.
 */
export function readArgs(endpoint: Endpoint, incoming: Incoming): Result<Record<string, unknown>, Invalid> {
  const { body } = incoming;
  if (endpoint.wholeBody === undefined && body !== undefined && body !== null && !isFields(body)) {
    return no({ kind: 'invalid', fields: { body: 'Send a JSON object' } });
  }
  const misnamed: Record<string, string> = {};
  const named = namedFields(endpoint, incoming, (path, due) => {
    if (!isOfPath(incoming, path)) misnamed[path.join('.')] = `Send this as ${due}`;
  });
  if (Object.keys(misnamed).length > 0) return no({ kind: 'invalid', fields: misnamed });
  const unknown = unknownIn(endpoint, incoming);
  const parsed = endpoint.args.safeParse(named);
  const problems = {
    ...unknown,
    ...(parsed.success ? textProblems(parsed.data, endpoint.judgesTexts) : problemsOf(parsed.error)),
  };
  if (parsed.success && Object.keys(problems).length === 0) return ok(parsed.data);
  return no({ kind: 'invalid', fields: renameFields(endpoint.args, problems, 'toWire') });
}

/** A sentence for each field of the body that the call does not know. */
function unknownIn(endpoint: Endpoint, incoming: Incoming): Record<string, string> {
  const { method } = routeOf(endpoint);
  if (method === 'GET' || method === 'DELETE') return {};
  const also = alsoSent[endpoint.route]?.fields ?? [];
  if (also === 'any') return {};
  const body = fromWire(endpoint.args, bodyFields(endpoint, incoming.body));
  const fields = unknownFields(endpoint.args, body).filter((field) => !also.includes(field) && !isOfPath(incoming, [field]));
  return Object.fromEntries(fields.map((field) => [field, 'This call has no such field: leave it out.']));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of the body that a key of the path replaces is not looked at. */
const isOfPath = ({ params }: Incoming, [name = '']: readonly string[]): boolean =>
  isFields(params) && Object.hasOwn(params, name);

/** A refusal names at most this many bad fields: naming tens of thousands holds the event loop. */
const mostProblems = 50;

/** One sentence per bad field; the first says it. */
function problemsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, mostProblems)) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
  return fields;
}
