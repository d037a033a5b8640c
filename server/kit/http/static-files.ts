import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './answer.ts';

/** What an installed service worker asks for once a day: `gone` has it remove itself and its files. */
export type WorkerStatus = { readonly gone: boolean };

/**
 * Serves the built app from `folder`: files named by their content for a year, everything else asked for again each time; a page address
 * that is no file gets the start page, and an unknown call a 404. `/sw-status` answers `worker`.
 */
export async function addStaticFiles(app: FastifyInstance, folder: string, worker: WorkerStatus): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|auth|assets)(\/|$)/i.test(path);
    // A missing file must not become a page: an old tab that asks for a chunk of an earlier build has to see that it is gone.
    if (!isPage || /\.\w{2,5}$/.test(path) || !existsSync(startPage)) return sendProblem(reply, { kind: 'not_found' });
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(readFileSync(startPage));
  });
}
