import * as z from 'zod';
import { type Endpoint, routeOf } from '#contract/endpoint.ts';
import { no, ok, type Result } from '#contract/result.ts';

type Incoming = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
type Invalid = { kind: 'invalid'; fields: Record<string, string> };

/**
 * The arguments of a call from its path, and its query (GET, DELETE) or body (POST, PUT); a path key wins over a field of
 * the same name. Always judged by the contract's own schema, whatever the framework did with the body before.
 */
export function readArgs(endpoint: Endpoint, incoming: Incoming): Result<Record<string, unknown>, Invalid> {
  const { method } = routeOf(endpoint);
  const sent = method === 'GET' || method === 'DELETE' ? incoming.query : incoming.body;
  const named = endpoint.wholeBody === undefined ? (sent ?? {}) : { [endpoint.wholeBody]: sent };
  if (typeof named !== 'object' || Array.isArray(named)) return no({ kind: 'invalid', fields: { body: 'Send a JSON object' } });
  const parsed = endpoint.args.safeParse({ ...named, ...(incoming.params as Record<string, string>) });
  return parsed.success ? ok(parsed.data) : no({ kind: 'invalid', fields: problemsOf(parsed.error) });
}

/** One sentence per bad field; the first says it. */
function problemsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
  return fields;
}
