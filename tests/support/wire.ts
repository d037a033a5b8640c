import { connect, createServer, type Socket } from 'node:net';

/** State of the connection: open, cut (resets and refuses), silent (accepts bytes and forwards none), or slow. */
export type WireState =
  | { kind: 'open' }
  | { kind: 'cut' }
  | { kind: 'silent' }
  | { kind: 'slow'; delayMs: number; lossRate: number };

/**
 * A TCP proxy between browser and service that can be cut. Playwright's offline mode does not affect service workers; this does.
 * It does not parse HTTP.
 */
export class Wire {
  #state: WireState = { kind: 'open' };
  #target: number;
  readonly #server = createServer((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();
  readonly #random: () => number;

  constructor(targetPort: number, random: () => number = Math.random) {
    this.#target = targetPort;
    this.#random = random;
  }

  /** Listens on `port` (0: any) and returns the port. */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  set(state: WireState): void {
    this.#state = state;
    if (state.kind === 'cut') for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  #join(near: Socket): void {
    if (this.#state.kind === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.#target, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    this.#carry(near, far);
    this.#carry(far, near);
  }

  #carry(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      const state = this.#state;
      if (state.kind === 'silent') return;
      if (state.kind !== 'slow') {
        to.write(bytes);
        return;
      }
      // TCP retransmits lost packets: bytes arrive late, but never out of order.
      const late = state.delayMs / 2 + (this.#random() < state.lossRate ? 200 : 0);
      from.pause();
      setTimeout(() => {
        to.write(bytes);
        from.resume();
      }, late);
    });
    from.on('end', () => to.end());
  }
}
