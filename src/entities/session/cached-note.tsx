import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { wordsOf } from './failure-words.ts';

type Props = { at: string | null; failure: Refusal | Fault | null };

/** How old the answer on the screen is where the newest could not be had, and why. */
export function CachedNote({ at, failure }: Props) {
  if (!failure) return null;
  return (
    <p className="muted" role="status">
      {messages.notRefreshed} As of <Ago at={at} />. {wordsOf(failure)}
    </p>
  );
}
