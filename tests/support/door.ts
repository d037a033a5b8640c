import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * A proxy in front of the service. It can expire access tokens, refuse calls as a busy service does, and count the calls of a
 * browser's tabs.
 */
export class Door {
  /** Number of calls for a new token, and of calls that end a session. */
  refreshes = 0;
  logouts = 0;
  /** Calls refused for an expired token, and tokens accepted, since the last expiry. */
  refused = 0;
  readonly accepted = new Set<string>();
  /** Calls with a matching path get a 503 and do not reach the service. */
  closedTo: RegExp | null = null;
  #askedAt = 0;
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

  /** Refuses every token seen so far, and ends streams opened with one, as the service does. */
  expireAll(): void {
    for (const token of this.accepted) this.#expired.add(token);
    this.accepted.clear();
    this.refused = 0;
    this.#server.closeAllConnections();
  }

  /** Milliseconds since the last call. */
  get quietMs(): number {
    return Date.now() - this.#askedAt;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    this.#askedAt = Date.now();
    const turnedAway = this.#turnedAway(asked);
    if (turnedAway !== null) {
      answer.writeHead(turnedAway, { 'content-type': 'application/json', 'x-sync-protocol': '1', 'retry-after': '1' });
      answer.end(turnedAway === 401 ? '{"kind":"signed_out"}' : '{"kind":"busy","retryAfterSeconds":1}');
      return;
    }
    const { method, url, headers } = asked;
    const onward = request({ port: this.#target, host: '127.0.0.1', method, path: url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      answer.on('close', () => given.destroy());
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  /** The status with which a call is refused; null forwards it. */
  #turnedAway({ url = '', headers }: IncomingMessage): 401 | 503 | null {
    if (this.closedTo?.test(url)) return 503;
    if (url === '/auth/tokenrefresh') this.refreshes++;
    if (url === '/auth/logout') this.logouts++;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    if (this.#expired.has(token)) {
      this.refused++;
      return 401;
    }
    this.accepted.add(token);
    return null;
  }
}
