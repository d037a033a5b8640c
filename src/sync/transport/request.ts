import { type Endpoint, routeOf, type SentArgsOf } from '#contract/kit/endpoint.ts';

/** What goes over the wire for a declared call. */
export type WireRequest = { readonly method: string; readonly path: string; readonly body?: string | FormData };

/** Fills path, query and body: path keys first, then the query of GET and DELETE or the body; a file makes it a form. */
export function requestOf<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, file?: File): WireRequest {
  const { method, path } = routeOf(endpoint);
  const rest = new Map(Object.entries(args as Record<string, unknown>));
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = rest.get(key);
    rest.delete(key);
    return encodeURIComponent(textOf(value));
  });
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

/** The contract names the file and its name among the arguments; over the wire both are the file part itself. */
function formOf(name: string, file: File, args: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  // Fields before the file: the service knows them when the bytes arrive.
  for (const [key, value] of args) {
    if (value === undefined || value === null || key === name || key === `${name}Name`) continue;
    form.append(key, textOf(value));
  }
  form.append(name, file, file.name);
  return form;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
