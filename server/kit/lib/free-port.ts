import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to outgoing connections, above those of well-known services. */
const [firstPort, lastPort] = [15_000, 32_000];
const mostTries = 50;

/**
 * A TCP port of 127.0.0.1 on which nothing listens now, for a process that will listen on it some seconds later. The system does not
 * give it to an outgoing connection meanwhile; another process that asks for this port can still take it. Throws if 50 ports that it
 * tried are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(firstPort, lastPort);
    if (await canListen(port)) return port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${firstPort} and ${lastPort}`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
