import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from './connection-limits.ts';

test.each([
  ['from one address', { inAll: 100, perAddress: 2 }, false],
  ['in all, behind a proxy', { inAll: 2, perAddress: 1 }, true],
] as const)('connections beyond the limit %s are closed, and one that ends makes room', async (_what, limits, behindProxy) => {
  const server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, behindProxy, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answered = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [text] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])) as [Buffer | string];
    return String(text).includes('200 OK');
  };
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    return socket;
  };
  const held = [open(), open()];
  expect(await Promise.all(held.map(answered))).toEqual([true, true]);
  expect(await answered(open())).toBe(false);
  held[0]?.destroy();
  await expect.poll(() => answered(open()), { timeout: 5000 }).toBe(true);
  held[1]?.destroy();
  server.closeAllConnections();
  server.close();
});
