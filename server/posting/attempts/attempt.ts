import { type AttemptKind, type FieldNote, longestBody } from '#contract/posting/attempts.ts';
import { type Exchange, withExchange } from '#server/targets/adapter/exchange.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';
import { withoutSecrets, wordsWithoutSecrets } from './without-secrets.ts';

/** A call to a target that begins: it is stored before it is made. */
export type AttemptBegun = { readonly kind: AttemptKind; readonly sent: SentValues };

/** How a call ended. Everything in it is without secrets. */
export type AttemptEnd = {
  readonly answer: string;
  readonly words: string | null;
  readonly externalId: string | null;
  readonly status: number | null;
  readonly body: string | null;
  readonly milliseconds: number;
};

/** A call that is stored when it is over: one that only reads, or a dry run. */
export type Attempt = AttemptEnd & {
  readonly kind: AttemptKind;
  readonly at: Date;
  readonly sent: SentValues | null;
  readonly stored: SentValues | null;
  readonly notes: readonly FieldNote[];
};

/** The parts of an adapter's answers that an attempt keeps. */
type Answer = { readonly kind: string; readonly words?: string | null; readonly externalId?: string };

/** Makes a call to a target, and says how it ended. */
export async function attempted<A extends Answer>(
  now: () => Date,
  call: () => Promise<A>,
): Promise<{ readonly answer: A; readonly at: Date; readonly end: AttemptEnd }> {
  const at = now();
  const { answer, exchange } = await withExchange(call);
  return { answer, at, end: endOf(answer, exchange, now().getTime() - at.getTime()) };
}

const endOf = (answer: Answer, { status, bodies }: Exchange, milliseconds: number): AttemptEnd => ({
  answer: answer.kind,
  words: wordsWithoutSecrets(answer.words ?? null),
  externalId: answer.externalId ?? null,
  status,
  body: bodyOf(bodies),
  milliseconds,
});

function bodyOf(bodies: readonly unknown[]): string | null {
  if (bodies.length === 0) return null;
  const text = bodies.map((body) => JSON.stringify(withoutSecrets(body))).join('\n');
  return text.length > longestBody ? `${text.slice(0, longestBody - 1)}…` : text;
}

/** A call that only reads, as it is stored. */
export const readAttempt = (
  kind: AttemptKind,
  { at, end }: { readonly at: Date; readonly end: AttemptEnd },
  more: Partial<Pick<Attempt, 'sent' | 'stored' | 'notes'>> = {},
): Attempt => ({ kind, at, sent: null, stored: null, notes: [], ...end, ...more });
