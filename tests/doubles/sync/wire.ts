import type { Mutation } from '#contract/sync/sync.ts';
import { type Clock, type Net, type NetAnswer, type NetRequest, sleep, type Tokens } from '#src/sync/transport/ports.ts';
import { protocolHeader } from '#src/sync/transport/verdict.ts';
import type { ModelService } from './model-service.ts';

/** What happens to one request. */
export type Fate = 'deliver' | 'lose_request' | 'lose_reply' | NetAnswer;

/** An answer with a JSON body, from the service or a proxy. */
export function answerOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = { [protocolHeader]: '1' },
): Extract<NetAnswer, { kind: 'answer' }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'answer',
    status,
    header: (name) => headers[name] ?? null,
    text: async () => text,
    bytes: async () => new TextEncoder().encode(text),
    async *lines() {
      yield* text.split('\n');
    },
  };
}

type Options = {
  readonly service: ModelService;
  readonly clock: Clock;
  readonly fate?: (request: NetRequest, path: string) => Fate;
  readonly latencyMs?: () => number;
};

/** Delivers requests to the model service, or loses them. */
export function wireTo({ service, clock, fate = () => 'deliver', latencyMs = () => 20 }: Options): Net {
  return {
    async send(request) {
      const path = request.path.split('?', 1)[0] ?? '';
      const lot = fate(request, path);
      await sleep(clock, latencyMs(), request.signal);
      if (request.signal?.aborted) return { kind: 'none', why: 'aborted' };
      if (lot === 'lose_request') return { kind: 'none', why: 'network' };
      if (typeof lot === 'object') return lot;
      const answer = serve(service, request, path, clock);
      await sleep(clock, latencyMs(), request.signal);
      return lot === 'lose_reply' || request.signal?.aborted ? { kind: 'none', why: 'network' } : answer;
    },
  };
}

function serve(service: ModelService, { path, body, signal }: NetRequest, route: string, clock: Clock): NetAnswer {
  const query = new URLSearchParams(path.split('?', 2)[1] ?? '');
  const sent =
    typeof body === 'string' ? (JSON.parse(body) as { clientId: string; mutations: Mutation[]; unsent: number }) : null;
  // The service sends its time with every answer.
  const ok = (reply: unknown) => answerOf(200, reply, { [protocolHeader]: '1', date: new Date(clock.now()).toUTCString() });
  switch (route) {
    case '/api/sync/hello':
      return ok(service.hello(sent?.clientId ?? '', new Date(clock.now()).toISOString()));
    case '/api/sync/push':
      return ok(service.push(sent?.clientId ?? '', sent?.mutations ?? []));
    case '/api/sync/pull':
      return ok(service.pull(query));
    case '/api/sync/snapshot':
      return ok(
        service
          .snapshot(query.get('clientId') ?? '')
          .map((line) => JSON.stringify(line))
          .join('\n'),
      );
    case '/api/sync/lock-key':
      return ok(service.lockKey(query.get('clientId') ?? ''));
    case '/api/sync/wiped':
      return ok(service.wiped(sent?.clientId ?? '', sent?.unsent ?? 0));
    case '/api/sync/live':
      return { ...ok(''), lines: () => pokes(service, clock, signal) };
    default:
      return answerOf(404, { kind: 'not_found' });
  }
}

async function* pokes(service: ModelService, clock: Clock, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let told = service.rev;
  for (;;) {
    await sleep(clock, 5_000, signal);
    if (signal?.aborted) return;
    yield service.rev > told ? `data: ${JSON.stringify({ customer: 1, rev: service.rev })}` : ': beat';
    told = service.rev;
  }
}

/** The tokens of a user who stays signed in. */
export const signedIn: Tokens = { current: () => 'token', refresh: async () => 'fresh' };
