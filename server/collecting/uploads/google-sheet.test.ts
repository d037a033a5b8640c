import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { exportAddress, fetchSheet, type SheetFetch } from './google-sheet.ts';

const id = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
const link = `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing#gid=77`;

let google: Server | undefined;
afterEach(() => {
  google?.closeAllConnections();
  google?.close();
});

/** A double of Google's hosts: every request that would go there goes to this server. `asked` has the addresses. */
async function googleWith(answer: RequestListener, totalMs?: number): Promise<{ fetch: SheetFetch; asked: string[] }> {
  const server = createServer(answer);
  google = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  const fetch: SheetFetch = (url, options) => {
    asked.push(url);
    const { pathname, search } = new URL(url);
    return safeFetch(`http://${host}${pathname}${search}`, { ...options, ...(totalMs && { totalMs }), allow: [host] });
  };
  return { fetch, asked };
}

describe('the address of the export', () => {
  test.each([
    [link, `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=77`],
    [id, `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`],
    [`https://docs.google.com/spreadsheets/u/1/d/${id}/view`, `https://docs.google.com/spreadsheets/d/${id}/export?format=csv`],
    [
      `https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`,
      `https://docs.google.com/spreadsheets/d/${id}/export?format=xlsx`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/e/2PACX-${id}/pubhtml?gid=0&single=true`,
      `https://docs.google.com/spreadsheets/d/e/2PACX-${id}/pub?output=csv&gid=0`,
    ],
    [`https://drive.google.com/file/d/${id}/view?usp=sharing`, `https://drive.google.com/uc?export=download&id=${id}`],
    [`http://docs.google.com/spreadsheets/d/${id}/edit`, null],
    [`https://docs.google.com.example.org/spreadsheets/d/${id}/edit`, null],
    [`https://ann@docs.google.com/spreadsheets/d/${id}/edit`, null],
    ['https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs/edit', null],
    ['our sheet', null],
  ])('of %s', (gp, address) => expect(exportAddress(gp)).toBe(address));
});

describe('a sheet', () => {
  test('is fetched over Google’s own redirect, with its name', async () => {
    const { fetch, asked } = await googleWith((request, reply) => {
      const isExport = request.url?.startsWith('/spreadsheets/') === true;
      if (isExport) return reply.writeHead(307, { location: 'https://doc-0s-sheets.googleusercontent.com/export/abc' }).end();
      reply.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="Jobs.csv"` });
      return reply.end('Job ID,State\nA-1,NV\n');
    });
    const read = await fetchSheet(link, fetch);
    expect(read).toMatchObject({ ok: true, value: { fileName: 'Jobs.csv' } });
    expect(read.ok && new TextDecoder().decode(read.value.bytes)).toContain('A-1');
    expect(asked.map((url) => new URL(url).hostname)).toEqual(['docs.google.com', 'doc-0s-sheets.googleusercontent.com']);
  });

  test.each([
    [
      'private, as a sign-in page with status 200',
      (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    ],
    ['private, as a page that calls itself CSV', (reply) => reply.writeHead(200, { 'content-type': 'text/csv' }).end('<html>')],
    [
      'private, as a redirect to the sign-in',
      (reply) => reply.writeHead(302, { location: 'https://accounts.google.com/ServiceLogin?x=1' }).end(),
    ],
    ['private, as a refusal', (reply) => reply.writeHead(401).end()],
  ] as readonly [string, (reply: Parameters<RequestListener>[1]) => unknown][])(
    'that is %s says how to share it',
    async (_, answer) => {
      const { fetch } = await googleWith((_request, reply) => void answer(reply));
      const read = await fetchSheet(link, fetch);
      expect(read).toMatchObject({
        ok: false,
        error: { kind: 'invalid', fields: { gp: expect.stringContaining('Anyone with the link') } },
      });
    },
  );

  test('of 21 MB is too large, and a host that is silent ends the wait; both say what to do', async () => {
    const large = await googleWith((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/csv' });
      reply.end(Buffer.alloc(21_000_000, 'a'));
    });
    expect(await fetchSheet(link, large.fetch)).toMatchObject({
      ok: false,
      error: { kind: 'too_large', limit: expect.stringMatching(/larger than 20 MB\. Split it/) },
    });
    google?.close();
    const silent = await googleWith(() => undefined, 200);
    expect(await fetchSheet(link, silent.fetch)).toMatchObject({
      ok: false,
      error: { kind: 'invalid', fields: { gp: expect.stringMatching(/did not answer in time\. Try again later/) } },
    });
  });

  test('asks no other host: neither a foreign link nor a redirect to one', async () => {
    const { fetch, asked } = await googleWith((_request, reply) =>
      reply.writeHead(302, { location: 'https://169.254.169.254/latest/meta-data' }).end(),
    );
    expect(await fetchSheet(link, fetch)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    expect(await fetchSheet('https://example.org/jobs.csv', fetch)).toMatchObject({
      ok: false,
      error: { fields: { gp: expect.stringContaining('no link of a Google Sheet') } },
    });
    expect(asked).toHaveLength(1);
  });
});
