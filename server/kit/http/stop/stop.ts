import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a server stops. `stopping` is aborted when its streams end. */
type Stop = {
  /**
   * Says for a while that it stops, while calls are answered as before, so that a balancer sends no more of them; then ends streams
   * at once and gives running calls up to ten seconds.
   */
  readonly drain: (noticeMilliseconds?: number) => Promise<void>;
  readonly stopping: AbortSignal;
};

const drainMilliseconds = 10_000;
const isHealth = (url: string) => /^\/api\/health\/?(?:\?|$)/i.test(url);

/**
 * Adds what a server says while it stops: its health is 503 `stopping`, and each answer closes its connection, so that no caller
 * sends a call on a connection that is about to close. Health that is not `ok` is 503, because balancers judge by the status.
 */
export function addStop(app: FastifyInstance, now: () => Date): Stop {
  const stopping = new AbortController();
  let isLeaving = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!isLeaving || !isHealth(request.url)) return undefined;
    return reply.code(503).send({ status: 'stopping', backup: null, version: '', at: now().toISOString() });
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (isHealth(request.url) && (payload as { status?: string }).status !== 'ok') void reply.code(503);
    return payload;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isLeaving) void reply.header('connection', 'close');
    return payload;
  });
  return {
    stopping: stopping.signal,
    async drain(noticeMilliseconds = 0) {
      isLeaving = true;
      if (noticeMilliseconds > 0) await wait(noticeMilliseconds);
      stopping.abort();
      await close(app);
    },
  };
}

async function close(app: FastifyInstance): Promise<void> {
  // Closes kept-alive connections whose last call ends after this moment; otherwise only their client would close them.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const force = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(force);
  }
}
