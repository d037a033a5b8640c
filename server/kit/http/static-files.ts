import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './answer.ts';

/** The reply to an installed service worker, which asks once a day. `gone` makes it remove itself and its files. */
export type WorkerStatus = { readonly gone: boolean };

/**
 * Serves the built app from `folder`. Files named by their content are cached for a year, all others are revalidated each time. A
 * page URL without a file gets the start page, an unknown call a 404, unless `isAnswered` answers its path. `/sw-status` returns `worker`.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  folder: string,
  worker: WorkerStatus,
  isAnswered: (path: string, reply: FastifyReply) => boolean,
): Promise<void> {
  const startPage = join(folder, 'index.html');
  if (existsSync(startPage)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      cacheControl: false,
      setHeaders: (response, path) => {
        const named = path.startsWith(join(folder, 'assets'));
        response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.get('/sw-status', (_request, reply) => reply.header('cache-control', 'no-store').send(worker));
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (isAnswered(path, reply)) return reply;
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|auth|assets)(\/|$)/i.test(path);
    // A missing file must not return the start page: an old tab that requests a chunk of an earlier build must get a 404.
    if (!isPage || /\.\w{2,5}$/.test(path) || !existsSync(startPage)) return sendProblem(reply, { kind: 'not_found' });
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(startPage));
  });
}
