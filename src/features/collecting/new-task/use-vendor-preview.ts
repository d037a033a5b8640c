import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { previewVendor } from '#contract/collecting/new-tasks.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';

export type VendorPreview = ReplyOf<typeof previewVendor>;

/** A vendor may be slow, and a portal is read page by page. */
const timeoutMs = 120_000;

/** What a new task would collect. */
export type Seen =
  | { readonly kind: 'looking' }
  | { readonly kind: 'seen'; readonly preview: VendorPreview }
  | { readonly kind: 'failed'; readonly words: string };

/** The first jobs of a vendor, asked for once when the caller appears, and again on request. */
export function useVendorPreview(args: Omit<SentArgsOf<typeof previewVendor>, 'cust'>): [Seen, () => void] {
  const call = useCall();
  const { customer } = useSession();
  const [seen, setSeen] = useState<Seen>({ kind: 'looking' });
  const turn = useRef(0);
  const look = async () => {
    turn.current += 1;
    const asked = turn.current;
    // Not through the cache of replies: its keys would keep the password.
    const answer = await call(previewVendor, { ...args, cust: customer.id }, { timeoutMs });
    if (asked !== turn.current) return;
    const words = answer.ok ? '' : Object.values(problemsOf(answer.error)).join(' ');
    setSeen(answer.ok ? { kind: 'seen', preview: answer.value } : { kind: 'failed', words });
  };
  const first = useEffectEvent(() => void look());
  useEffect(() => {
    const turns = turn;
    first();
    return () => {
      turns.current += 1;
    };
  }, []);
  const again = () => {
    setSeen({ kind: 'looking' });
    void look();
  };
  return [seen, again];
}
