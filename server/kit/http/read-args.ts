import type * as z from 'zod';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';

export type Incoming = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
type Invalid = { kind: 'invalid'; fields: Record<string, string> };

/** Fields of a request by name, before anyone judged them: from the query, over it the body where the method has one, over both the path. */
export function namedFields(endpoint: Endpoint, incoming: Incoming): Record<string, unknown> {
  const { method } = routeOf(endpoint);
  const { query, body, params } = incoming;
  const asked = isFields(query) ? query : {};
  // Some documented calls that change something name the customer or target in the query.
  const sent = method === 'GET' || method === 'DELETE' ? {} : bodyFields(endpoint, body);
  return { ...asked, ...sent, ...(params as Record<string, string>) };
}

function bodyFields(endpoint: Endpoint, body: unknown): Record<string, unknown> {
  if (endpoint.wholeBody !== undefined) return { [endpoint.wholeBody]: body };
  return isFields(body) ? body : {};
}

/** The arguments of a call, always judged by the contract's own schema, whatever the framework did with the body before. */
export function readArgs(endpoint: Endpoint, incoming: Incoming): Result<Record<string, unknown>, Invalid> {
  const { body } = incoming;
  if (endpoint.wholeBody === undefined && body !== undefined && body !== null && !isFields(body)) {
    return no({ kind: 'invalid', fields: { body: 'Send a JSON object' } });
  }
  const parsed = endpoint.args.safeParse(namedFields(endpoint, incoming));
  return parsed.success ? ok(parsed.data) : no({ kind: 'invalid', fields: problemsOf(parsed.error) });
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One sentence per bad field; the first says it. */
function problemsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
  return fields;
}
