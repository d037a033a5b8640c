import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { type SafeFetchOptions, safeFetch } from './safe-fetch.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server on loopback that counts its requests. */
async function serve(
  listener: RequestListener,
): Promise<{ port: number; visits: () => number; heads: Record<string, unknown>[] }> {
  let visits = 0;
  const heads: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    visits += 1;
    heads.push(request.headers);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, visits: () => visits, heads };
}

const nobody = async (): Promise<never> => {
  throw new Error('a literal address must not be resolved');
};
const kindOf = async (url: string, options: SafeFetchOptions = {}): Promise<string> => {
  const result = await safeFetch(url, { resolve: nobody, ...options });
  return result.ok ? `status ${result.value.status}` : result.error.kind;
};

describe('refused addresses', () => {
  test.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[2002:7f00:1::]/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://134744072/',
    'https://localhost/',
    'https://localhost./',
    'https://db.internal/',
    'https://printer.local/',
    'http://example.com/',
    'https://example.com:22/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'example.com',
    '',
  ])('%s', async (url) => expect(await kindOf(url)).toBe('refused'));

  test.each(['10.0.0.5', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.5', 'fd00::1'])(
    'a name that resolves to %s',
    async (address) => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      expect(await kindOf('https://feed.example/', { resolve })).toBe('refused');
    },
  );

  test('a name with one private address among public ones', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.5', family: 4 },
    ];
    expect(await kindOf('https://feed.example/', { resolve })).toBe('refused');
  });

  test('plain http needs an administrator’s flag, and private hosts refuse it even then', async () => {
    expect(await kindOf('http://10.0.0.5/', { plainHttp: true })).toBe('refused');
  });
});

test('public addresses are distinguished from all others', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  for (const address of ['192.0.2.1', '198.18.0.1', '2001:db8::1', '2001::1', '::8.8.8.8', 'example.com', '']) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
});

test('10,000 random private addresses in any notation are all refused', async () => {
  const server = await serve((_request, response) => response.end());
  let refusals = 0;
  for (let n = 0; n < 10_000; n += 1) {
    const tail = [(n * 7) % 256, (n * 13) % 256, (n * 31) % 256];
    const octets = n % 3 === 0 ? [10, ...tail] : n % 3 === 1 ? [127, ...tail] : [192, 168, ...tail.slice(1)];
    const number = octets.reduce((sum, octet) => sum * 256 + octet, 0);
    const spellings = [octets.join('.'), String(number), `0x${number.toString(16)}`, `[::ffff:${octets.join('.')}]`];
    if ((await kindOf(`https://${spellings[n % 4]}:8443/`)) === 'refused') refusals += 1;
  }
  expect(refusals).toBe(10_000);
  expect(server.visits()).toBe(0);
});

describe('an allowed host', () => {
  const allowed = (port: number, options: SafeFetchOptions = {}): SafeFetchOptions => ({
    allow: [`127.0.0.1:${port}`],
    ...options,
  });

  test('returns its status, headers and bytes', async () => {
    const { port, heads } = await serve((_request, response) => response.writeHead(404, { 'x-answer': '1' }).end('gone'));
    const result = await safeFetch(`http://127.0.0.1:${port}/feed`, allowed(port, { headers: { authorization: 'Bearer s' } }));
    expect(result).toMatchObject({
      ok: true,
      value: { status: 404, headers: { 'x-answer': '1' }, url: `http://127.0.0.1:${port}/feed` },
    });
    expect(result.ok && result.value.bytes.toString()).toBe('gone');
    expect(heads[0]).toMatchObject({ authorization: 'Bearer s' });
  });

  test('is allowed on that port only', async () => {
    const { port, visits } = await serve((_request, response) => response.end());
    expect(await kindOf(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port + 1}`] })).toBe('refused');
    expect(visits()).toBe(0);
  });

  test('is called at the address that was checked, even if its name has changed since', async () => {
    const { port, heads } = await serve((_request, response) => response.end('ok'));
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.255.255.1', family: 4 }];
    };
    expect(await kindOf(`http://feed.example:${port}/`, { allow: [`feed.example:${port}`], resolve })).toBe('status 200');
    expect(asked).toBe(1);
    expect(heads[0]).toMatchObject({ host: `feed.example:${port}` });
  });

  test('is followed for three redirects and no more', async () => {
    const { port, visits } = await serve((request, response) => {
      const n = Number(request.url?.slice(1));
      if (n === 0) response.end('here');
      else response.writeHead(302, { location: `/${n - 1}` }).end();
    });
    expect(await kindOf(`http://127.0.0.1:${port}/3`, allowed(port))).toBe('status 200');
    expect(visits()).toBe(4);
    expect(await kindOf(`http://127.0.0.1:${port}/4`, allowed(port))).toBe('refused');
    expect(await kindOf(`http://127.0.0.1:${port}/1`, allowed(port, { redirects: 0 }))).toBe('refused');
    expect(await kindOf(`http://127.0.0.1:${port}/1`, allowed(port, { method: 'POST', body: 'x' }))).toBe('refused');
  });

  test.each([
    'http://127.0.0.1:1/',
    'https://169.254.169.254/',
    'https://localhost/',
    'file:///etc/passwd',
    'http://[::1]/',
    '//10.0.0.1/',
    'https://',
  ])('cannot lead to %s', async (location) => {
    const { port } = await serve((_request, response) => response.writeHead(301, { location }).end());
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port))).toBe('refused');
  });

  test('does not pass the credentials on when it redirects to another host', async () => {
    const other = await serve((_request, response) => response.end('ok'));
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    const allow = [`127.0.0.1:${port}`, `127.0.0.1:${other.port}`];
    expect(await kindOf(`http://127.0.0.1:${port}/`, { allow, headers: { authorization: 'Bearer s', 'x-api-key': 'k' } })).toBe(
      'status 200',
    );
    expect(other.heads[0]).not.toHaveProperty('authorization');
    expect(other.heads[0]).not.toHaveProperty('x-api-key');
  });

  test('is unpacked, within the size limit', async () => {
    const small = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    const result = await safeFetch(`http://127.0.0.1:${small.port}/`, allowed(small.port));
    expect(result.ok && result.value.bytes.toString()).toBe('hello');
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
    const big = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await kindOf(`http://127.0.0.1:${big.port}/`, allowed(big.port))).toBe('too_large');
    const odd = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'));
    expect(await kindOf(`http://127.0.0.1:${odd.port}/`, allowed(odd.port))).toBe('unreachable');
  });

  test('that never stops sending is cut off', async () => {
    const { port } = await serve((_request, response) => {
      const more = (): void => void response.write(Buffer.alloc(64 * 1024), (fault) => fault ?? more());
      more();
    });
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port, { maxBytes: 1024 * 1024 }))).toBe('too_large');
  });

  test('that sends too slowly is given up at the deadline', async () => {
    const { port } = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port, { totalMs: 200 }))).toBe('timeout');
  });

  test('that sends too slowly is given up at the deadline, however much memory is collected meanwhile', async () => {
    const collect = gc();
    const { port } = await serve((_request, response) => {
      const drip = setInterval(() => {
        collect();
        response.write('.');
      }, 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port, { totalMs: 300 }))).toBe('timeout');
  });

  test('that accepts and does not reply is given up at the deadline', async () => {
    const server = createTcpServer((socket) => closers.push(() => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port, { totalMs: 200 }))).toBe('timeout');
  });

  test('that breaks off, does not exist, or has no address is unreachable', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await kindOf(`http://127.0.0.1:${port}/`, allowed(port))).toBe('unreachable');
    expect(await kindOf('http://127.0.0.1:1/', { allow: ['127.0.0.1:1'] })).toBe('unreachable');
    expect(await kindOf('https://feed.example/', { resolve: async () => [] })).toBe('unreachable');
    expect(await kindOf('https://feed.example/')).toBe('unreachable');
  });

  test('whose name takes too long to resolve is given up', async () => {
    const resolve = async (): Promise<never> => await new Promise(() => undefined);
    expect(await kindOf('https://feed.example/', { resolve, connectMs: 50 })).toBe('timeout');
  });
});

/** The engine's garbage collection, which programs can call only with a flag. */
function gc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
