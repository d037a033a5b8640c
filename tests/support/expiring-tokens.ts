import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A door before the service that can let access tokens expire at a wish, and counts what the tabs of a browser ask for. */
export class ExpiringTokens {
  /** Calls for a new token, and calls that end a session. */
  refreshes = 0;
  logouts = 0;
  /** Calls refused for an expired token, and the tokens accepted, since the last expiry. */
  refused = 0;
  readonly accepted = new Set<string>();
  readonly #target: number;
  readonly #expired = new Set<string>();
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));

  constructor(target: number) {
    this.#target = target;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Every token seen so far is refused from now on, and streams opened with one end, as the service ends them. */
  expireAll(): void {
    for (const token of this.accepted) this.#expired.add(token);
    this.accepted.clear();
    this.refused = 0;
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    if (asked.url === '/auth/tokenrefresh') this.refreshes++;
    if (asked.url === '/auth/logout') this.logouts++;
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    if (token !== undefined && this.#expired.has(token)) {
      this.refused++;
      answer.writeHead(401, { 'content-type': 'application/json', 'x-sync-protocol': '1' }).end('{"kind":"signed_out"}');
      return;
    }
    if (token !== undefined) this.accepted.add(token);
    const { method, url, headers } = asked;
    const onward = request({ port: this.#target, host: '127.0.0.1', method, path: url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      answer.on('close', () => given.destroy());
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }
}
