import { canaryMark, type Role, type World } from './world.ts';

/** A request of an attack. `what` names it in the report. */
export type Shot = {
  readonly role: Role;
  readonly method: string;
  readonly path: string;
  readonly body?: string | FormData | Uint8Array;
  readonly what: string;
};
export type Answer = { readonly status: number; readonly text: string };

/** What the attacks saw. Each list holds sentences. */
export type Findings = {
  readonly failures: string[];
  readonly leaks: string[];
  readonly wrong: string[];
  /** Statuses of all answers. */
  readonly statuses: Map<number, number>;
  /** Texts that no answer may contain: passwords and stored secrets. */
  readonly secrets: readonly string[];
};

const streamMs = 300;
/** Enough for every reply of the suite; a snapshot of the victim would be found in its first megabyte. */
const mostText = 5_000_000;

/** Sends one request and judges its answer: never 500, and neither a canary nor a secret unless `mayRead` is set. */
export async function shoot(world: World, findings: Findings, shot: Shot, mayRead = false): Promise<Answer> {
  const answer = await ask(world, shot).catch((error: unknown) => ({ status: 0, text: String(error) }));
  const { status, text } = answer;
  findings.statuses.set(status, (findings.statuses.get(status) ?? 0) + 1);
  const place = `${shot.role}: ${shot.what}`;
  if (status >= 500 || status === 0) findings.failures.push(`${status} ${place}: ${text.slice(0, 300)}`);
  if (!mayRead && text.includes(canaryMark)) findings.leaks.push(`${place} shows the victim's text: ${around(text, canaryMark)}`);
  const secret = findings.secrets.find((each) => text.includes(each));
  if (secret !== undefined) findings.leaks.push(`${place} shows a secret`);
  return answer;
}

async function ask(world: World, { role, method, path, body }: Shot): Promise<Answer> {
  const ended = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${world.tokens[role]}` };
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const response = await fetch(`${world.target.base}${path}`, {
    method,
    headers,
    signal: AbortSignal.any([ended.signal, AbortSignal.timeout(60_000)]),
    ...(body === undefined ? {} : { body: body as BodyInit }),
  });
  if (!String(response.headers.get('content-type')).includes('event-stream'))
    return { status: response.status, text: (await response.text()).slice(0, mostText) };
  const timer = setTimeout(() => ended.abort(), streamMs);
  let text = '';
  try {
    const decoder = new TextDecoder();
    const stream = response.body as unknown as AsyncIterable<Uint8Array>;
    for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  } catch {
    // The stream has no end of its own.
  } finally {
    clearTimeout(timer);
  }
  return { status: response.status, text };
}

const around = (text: string, mark: string) => text.slice(Math.max(0, text.indexOf(mark) - 80), text.indexOf(mark) + 20);

/** Runs work on all items, some at a time. */
export async function inLanes<T>(items: readonly T[], work: (item: T, place: number) => Promise<void>, lanes = 8): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const place = next++;
      await work(items[place] as T, place);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
