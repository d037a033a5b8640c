import type { Mutation } from '#contract/sync/sync.ts';
import type { Net, NetAnswer, NetRequest } from '#src/sync/transport/ports.ts';
import { protocolHeader } from '#src/sync/transport/verdict.ts';
import { type Mood, moods } from './base/moods.ts';
import { hashOf, Seeded } from './base/seeded.ts';
import type { Browser, Tab } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Service } from './service/service.ts';
import { Killed } from './service/service-disk.ts';
import { handshake, pullPage, snapshotLines } from './service/service-feed.ts';
import { pushToLane } from './service/service-lanes.ts';

type Fate = { [M in Mood]: keyof (typeof moods)[M] }[Mood];

type Answer = Extract<NetAnswer, { kind: 'answer' }>;
type Said = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly lines?: () => AsyncIterable<string>;
};

const spoken = { [protocolHeader]: '1' };
const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Said => ({
  status,
  body: JSON.stringify(value),
  headers: { ...spoken, ...headers },
});

function answerOf({ status, body, headers = spoken, lines }: Said): Answer {
  return {
    kind: 'answer',
    status,
    header: (name) => headers[name] ?? null,
    text: async () => body,
    bytes: async () => new TextEncoder().encode(body),
    lines:
      lines ??
      async function* whole() {
        yield* body.split('\n');
      },
  };
}

export type WireWorld = { readonly service: Service; readonly checks: Checks; readonly seed: number; readonly pageRows: number };

/** A tab's connection to the service, with all its faults. */
export function wireOf(world: WireWorld, browser: Browser, tab: () => Tab, onLossyRefresh: (sessionId: string) => void): Net {
  const { service } = world;
  let sent = 0;
  let arrived = 0;
  return {
    send(request) {
      const path = request.path.split('?', 1)[0] ?? '';
      const random = new Seeded(hashOf(`${world.seed} ${browser.name} ${tab().no} ${path} ${++sent}`));
      const number = sent;
      const fate = fateOf(browser.mood, request, path, random);
      if (fate !== 'deliver') service.faults.hit(fate);
      service.trace.add(`${tab().name} ${request.method} ${path.slice(5)} ${fate}`);
      return carry({
        world,
        browser,
        tab: tab(),
        request,
        path,
        random,
        fate,
        cookie: browser.cookie,
        lose: losing(browser, path, onLossyRefresh),
        overtaken() {
          const overtaken = number < arrived;
          arrived = Math.max(arrived, number);
          return overtaken;
        },
      });
    },
  };
}

/** An answer that is late or lost leaves the browser with an old refresh token. Using it a second time ends the session. */
function losing(browser: Browser, path: string, onLossyRefresh: (sessionId: string) => void): () => void {
  const sessionId = browser.cookie?.split('.', 1)[0];
  return () => {
    if (path === '/auth/tokenrefresh' && sessionId) onLossyRefresh(sessionId);
  };
}

function fateOf(mood: Mood, request: NetRequest, path: string, random: Seeded): Fate {
  const fate = random.weighted<Fate>(moods[mood] as Record<Fate, number>);
  if (fate === '413') return path.endsWith('/push') && mutationsOf(request).length > 1 ? '413' : 'deliver';
  if (path.endsWith('/live')) return fate === 'deliver' || fate === 'half-open' ? fate : 'request lost';
  // A simulated refusal would end a session or a lane for good, so only sync calls receive one.
  if (!path.startsWith('/api/sync') && fate.startsWith('4')) return 'deliver';
  return fate;
}

const mutationsOf = ({ body }: NetRequest): readonly Mutation[] =>
  typeof body === 'string' ? ((JSON.parse(body) as { mutations?: Mutation[] }).mutations ?? []) : [];

type Carriage = {
  readonly world: WireWorld;
  readonly browser: Browser;
  readonly tab: Tab;
  readonly request: NetRequest;
  readonly path: string;
  readonly random: Seeded;
  readonly fate: Fate;
  /** The refresh token when the request was sent. */
  readonly cookie: string | null;
  /** Called when its answer is lost. */
  readonly lose: () => void;
  /** Called on arrival. Returns whether a later request arrived first. */
  readonly overtaken: () => boolean;
};

function carry(carriage: Carriage): Promise<NetAnswer> {
  const { world, browser, tab, request, random, fate, lose } = carriage;
  const { clock, faults } = world.service;
  return new Promise((resolve) => {
    let open = true;
    const finish = (answer: NetAnswer) => {
      if (!open) return;
      open = false;
      tab.underWay.delete(lose);
      cancel();
      request.signal?.removeEventListener('abort', onAbort);
      tab.whenAwake(() => resolve(answer));
    };
    const onAbort = () => finish({ kind: 'none', why: 'aborted' });
    const cancel = clock.after(request.timeoutMs, () => finish({ kind: 'none', why: 'timeout' }));
    if (request.signal?.aborted) return onAbort();
    request.signal?.addEventListener('abort', onAbort);
    const there = 5 + random.unit() * 60 + (fate === 'delay' ? random.unit() * 60_000 : 0);
    const back = 5 + random.unit() * 60 + (fate === 'delayed reply' ? random.unit() * 30_000 : 0);
    const lost: NetAnswer = { kind: 'none', why: 'network' };
    if (fate !== 'deliver') lose();
    tab.underWay.add(lose);
    if (fate === 'request lost') return void clock.after(there, () => finish(lost));
    if (fate === 'half-open' && random.chance(0.5)) return undefined;
    if (fate === 'captive portal' || /^\d/.test(fate))
      return void clock.after(there, () => finish(answerOf(strangerSays(fate, random))));
    const arrive = (answers: boolean) =>
      clock.after(there, () => {
        if (carriage.overtaken()) faults.hit('reorder');
        void served(carriage).then((said) => {
          if (said === null) lose();
          if (!answers || fate === 'half-open') return;
          if (said === null || fate === 'reply lost') return void clock.after(back, () => finish(lost));
          clock.after(back, () => {
            if (!open || !tab.alive) return lose();
            world.checks.delivered(tab, carriage.path, said.body);
            // The browser stores an answer's cookie, even if the page has closed.
            const cookie = said.headers?.['set-cookie'];
            if (cookie !== undefined) browser.cookie = cookie;
            finish(answerOf(fate === 'broken body' ? broken(said) : said));
          });
        });
      });
    arrive(true);
    if (fate === 'duplicate delivery') clock.after(random.unit() * 20_000, () => arrive(false));
    return undefined;
  });
}

/** An answer from a proxy, or from the service before it does anything. */
function strangerSays(fate: Fate, random: Seeded): Said {
  if (fate === 'captive portal') return { status: 200, body: '<html>Welcome to the hotel</html>', headers: {} };
  const status = Number(fate);
  const headers: Record<string, string> = random.chance(0.5) ? { 'retry-after': String(1 + Math.floor(random.unit() * 4)) } : {};
  return json(status, status === 403 ? { kind: 'forbidden' } : { kind: 'busy' }, headers);
}

/** The connection breaks in the middle of the body. */
function broken(said: Said): Said {
  const lines = said.lines
    ? said.lines
    : async function* half() {
        const all = said.body.split('\n');
        yield* all.slice(0, Math.floor(all.length / 2));
        throw new Error('connection reset');
      };
  return { ...said, body: said.body.slice(0, said.body.length / 2), lines };
}

/** The service's answer; null when it died or is down. */
async function served(carriage: Carriage): Promise<Said | null> {
  const { service } = carriage.world;
  if (!service.up) return null;
  try {
    const said = await serve(carriage);
    return { ...said, headers: { ...(said.headers ?? spoken), date: new Date(service.clock.now()).toUTCString() } };
  } catch (error) {
    if (error instanceof Killed) return null;
    throw error;
  }
}

/** Calls that an old version may no longer make. Its pushes are accepted for another 180 days [S3]. */
const readsOfOldVersions = new Set(['/api/sync/hello', '/api/sync/pull', '/api/sync/snapshot']);

async function serve({ world, cookie, tab, request, path }: Carriage): Promise<Said> {
  const { service, checks } = world;
  if (path === '/auth/tokenrefresh') return refresh(service, cookie);
  const actor = service.actor(request.token);
  if (!actor) return json(401, { kind: 'signed_out' });
  if (tab.version < service.oldestVersion && readsOfOldVersions.has(path)) {
    service.faults.hit('426');
    return json(426, { kind: 'client_too_old' });
  }
  const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '');
  const body = typeof request.body === 'string' ? (JSON.parse(request.body) as Record<string, unknown>) : {};
  const customerId = Number(body['customerId'] ?? query.get('customerId'));
  const clientId = String((body['clientId'] as string | undefined) ?? query.get('clientId'));
  switch (path) {
    case '/api/sync/hello': {
      await service.think();
      return replyOf(handshake(service, actor, customerId, clientId));
    }
    case '/api/sync/push': {
      const mutations = mutationsOf(request);
      checks.pushed(mutations);
      service.trace.add(
        `${tab.name} pushes ${clientId.slice(0, 6)} ${mutations.map(({ seq, name }) => `${seq} ${name}`).join(', ')}`,
      );
      const reply = await pushToLane(service, actor, { clientId, customerId, mutations }, (change) => checks.applied(change));
      if ('outcomes' in reply) checks.answered(service.customer(customerId), clientId, reply.outcomes);
      return replyOf(reply);
    }
    case '/api/sync/pull': {
      await service.think();
      const number = (name: string) => Number(query.get(name));
      const text = (name: string) => query.get(name) ?? '';
      const pull = {
        customerId,
        clientId,
        epoch: text('epoch'),
        scope: text('scope'),
        since: number('since'),
        seen: number('seen'),
      };
      const reply = pullPage(service, actor, pull, world.pageRows);
      if (service.seams.headAt === 'rows' || reply.kind !== 'page' || reply.more) return replyOf(reply);
      await service.think();
      const head = service.customer(customerId)?.rev ?? reply.head;
      return replyOf({ ...reply, head, upto: head });
    }
    case '/api/sync/snapshot': {
      await service.think();
      const lines = snapshotLines(service, actor, customerId, clientId);
      return Array.isArray(lines) ? { status: 200, body: lines.join('\n') } : replyOf(lines);
    }
    case '/api/sync/wiped':
      return replyOf({ noted: true });
    case '/api/sync/live':
      if (!service.mayUse(actor.userId, customerId)) return json(404, { kind: 'not_found' });
      return { status: 200, body: '', lines: () => pokes(service, tab, customerId, request) };
    default:
      throw new Error(`nothing answers ${path}`);
  }
}

const replyOf = (reply: object): Said =>
  'kind' in reply && reply.kind === 'refused' && 'status' in reply
    ? json(Number(reply.status), { kind: 'refused' })
    : json(200, reply);

async function refresh(service: Service, presented: string | null): Promise<Said> {
  await service.think();
  const session = presented === null ? undefined : service.rotate(presented);
  if (!session) return json(403, { kind: 'forbidden' });
  const user = service.disk.users.get(session.userId);
  return {
    ...json(200, {
      access_token: service.accessToken(session),
      expires_in: 90,
      bearer: { userId: session.userId, customerId: user?.customerId ?? 0, actingAs: null },
    }),
    // The browser stores the cookie if the answer arrives.
    headers: { ...spoken, 'set-cookie': `${session.id}.${session.refresh}` },
  };
}

async function* pokes(service: Service, tab: Tab, customerId: number, { signal, token }: NetRequest): AsyncGenerator<string> {
  // A new listener first receives the feed's current position (server/sync/sse.ts).
  const waiting: ({ customer: number; rev: number } | null)[] = [
    { customer: customerId, rev: service.customer(customerId)?.rev ?? 0 },
  ];
  let wake = () => {};
  const stop = service.listen((poke) => {
    if (poke !== null && poke.customer !== customerId) return;
    waiting.push(poke);
    wake();
  });
  const end = () => wake();
  signal?.addEventListener('abort', end);
  try {
    while (!signal?.aborted && tab.alive) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const cancel = service.clock.after(20_000, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
      }
      const next = waiting.shift();
      if (next === null || !service.actor(token)) throw new Error('stream closed');
      yield next ? `data: ${JSON.stringify(next)}` : ': beat';
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', end);
  }
}
