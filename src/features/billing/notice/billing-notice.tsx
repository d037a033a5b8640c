import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { readBillingNotice } from '#contract/billing/invoices.ts';
import { messages } from '#contract/kit/messages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import '#src/entities/billing/billing.css';

/**
 * Says on every screen that the user’s own customer is past due or suspended: a toast for ten seconds after the start, and a banner that
 * stays. The screen of billing has a banner of its own.
 */
export function BillingNotice() {
  const { may } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { reply } = useReply(readBillingNotice, {}, { since: pathname });
  const state = reply?.state ?? null;
  const warn = useEffectEvent(() => {
    if (!reply) return;
    toast.warning({
      id: 'billing',
      title: messages.billingProblem,
      detail: sentenceOf(reply),
      ...(may('billing.read') && { action: { words: 'Open billing', run: () => void navigate(pathTo('/billing')) } }),
    });
  });
  useEffect(() => {
    if (state !== null) warn();
  }, [state]);
  if (!reply || pathname === pathTo('/billing')) return null;
  return (
    <div className="billing-banner billing-notice" data-state={reply.state} role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <p>{sentenceOf(reply)}</p>
      {may('billing.read') && (
        <Button component={Link} to={pathTo('/billing')} variant="default" size="xs">
          Open billing
        </Button>
      )}
    </div>
  );
}

const sentenceOf = ({ state, words }: { state: 'suspended' | 'pastDue'; words: string }): string =>
  state === 'suspended' ? `${words}. Jobs are not collected or posted meanwhile; what waits goes on afterwards.` : words;
