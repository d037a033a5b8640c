import { type Endpoint, routeOf, type SentArgsOf } from '#contract/kit/endpoint.ts';
import { toWire } from '#contract/kit/wire-translation.ts';

/** The HTTP request of a declared call. */
export type WireRequest = { readonly method: string; readonly path: string; readonly body?: string | FormData };

/**
 * Fills path, query, and body. Path keys come first; the rest is the query of GET and DELETE, or the body. A file makes the body
 * a form.
 */
export function requestOf<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, file?: File): WireRequest {
  const { method, path } = routeOf(endpoint);
  const named = args as Record<string, unknown>;
  const inPath = new Set<string>();
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => {
    inPath.add(key);
    return encodeURIComponent(textOf(named[key]));
  });
  const others = Object.fromEntries(Object.entries(named).filter(([key]) => !inPath.has(key)));
  const rest = new Map(Object.entries(toWire(endpoint.args, others) as Record<string, unknown>));
  if (file && endpoint.upload !== undefined) return { method, path: filled, body: formOf(endpoint.upload, file, rest) };
  if (endpoint.wholeBody !== undefined) {
    const whole = rest.get(endpoint.wholeBody);
    rest.delete(endpoint.wholeBody);
    return { method, path: filled + queryOf(rest), body: JSON.stringify(whole) };
  }
  if (method === 'GET' || method === 'DELETE') return { method, path: filled + queryOf(rest) };
  return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
}

function queryOf(args: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of args) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(key, textOf(one));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** In the contract, the file and its name are arguments. In the request, both are the file part. */
function formOf(name: string, file: File, args: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  // Fields come before the file, so that the service has them when the bytes arrive.
  for (const [key, value] of args) {
    if (value === undefined || value === null || key === name || key === `${name}Name`) continue;
    form.append(key, textOf(value));
  }
  form.append(name, file, file.name);
  return form;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
