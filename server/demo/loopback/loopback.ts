import type { Server } from 'node:http';

/** Lets a server of the demo listen on a free port of loopback. Returns its address. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return `http://127.0.0.1:${address.port}`;
}

/** Ends a server at once, with its open connections. */
export async function closeNow(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}

/** Text that a page of the demo may show. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Headers of the demo's own pages: no script runs and no other site shows them in a frame. `forms` are the places that a form may
 * lead to.
 */
export const pageHeaders = (forms = "'none'") => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
});

/** The start of a page of the demo, with its style. */
export const pageStart = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #14212e; background: #fff; }
article { border: 1px solid #c9d3dd; border-radius: 8px; padding: 12px 16px; margin: 12px 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0; } pre { white-space: pre-wrap; font: inherit; margin: 8px 0 0; } .muted { color: #4c5b69; }
button { font: inherit; padding: 8px 14px; border-radius: 6px; border: 1px solid #1c5d99; background: #1c5d99; color: #fff; cursor: pointer; }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #10171e; } article { border-color: #38444f; } .muted { color: #a9b6c2; } a { color: #8cc2f2; } }
</style></head><body><main><h1>${escapeHtml(title)}</h1>`;

export const pageEnd = '</main></body></html>';
