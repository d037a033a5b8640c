import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to one vendor's system. `path` is its path within the system, such as `/login`. */
export type VendorRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly path: string;
};
export type VendorSystem = (asked: VendorRequest) => Promise<void>;

/** Body of a request as text, up to 100 kB. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 100_000) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** As vendors ask to wait: two minutes. */
export const askToWait = { 'retry-after': '120' };

export const day = (at: Date): string => at.toISOString().slice(0, 10);
