import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that the service keeps at once, in all and from one address. Beyond that, new ones are closed. */
export type ConnectionLimits = { readonly inAll: number; readonly perAddress: number };
export const usualConnections: ConnectionLimits = { inAll: 4000, perAddress: 1000 };

/**
 * Closes new connections beyond the limits. Behind a proxy every connection comes from the proxy, so only the total is limited
 * there: the proxy counts its callers.
 */
export function limitConnections(server: Server, behindProxy: boolean, limits: ConnectionLimits = usualConnections): void {
  server.maxConnections = limits.inAll;
  if (behindProxy) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
