import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { listNotifications, type Notice, updateNotification } from '#contract/people/notices.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const firstPollMs = 5_000;
const pollMs = 30_000;
/** The screen that notices about links lead to. */
const aboutLinks = pathTo('/linked');

type Known = { customerId: number; list: readonly Notice[]; date: string | null };
const nothing = (customerId: number): Known => ({ customerId, list: [], date: null });

/** The service's notices, read 5 s after the start and after each change of the customer, then every 30 s while the page is visible. Offline, the last ones stay. */
export function useServiceNotices(): { list: readonly Notice[]; remove: (id: number) => void; markAllRead: () => void } {
  const call = useCall();
  const { customer } = useSession();
  const { reload } = useSessionActions();
  const [last, setLast] = useState<Known>(nothing(customer.id));
  // Until the new customer's notices arrive, do not show those of the previous one.
  const known = last.customerId === customer.id ? last : nothing(customer.id);
  const poll = useEffectEvent(async (cust: number) => {
    if (document.visibilityState === 'hidden') return;
    const answer = await call(listNotifications, { cust, since: known.date });
    if (!answer.ok || !(answer.value.hasChanges || known.date === null)) return;
    const { list, date } = answer.value;
    setLast({ customerId: cust, list, date });
    // The customers of this user may have changed.
    if (known.date !== null && list.some(({ link, date: at }) => link === aboutLinks && at > String(known.date))) void reload();
  });
  useEffect(() => {
    const first = window.setTimeout(() => void poll(customer.id), firstPollMs);
    const timer = window.setInterval(() => void poll(customer.id), pollMs);
    return () => {
      window.clearTimeout(first);
      window.clearInterval(timer);
    };
  }, [customer.id]);
  const update = useCallback(
    (id: number, change: { isRead?: boolean; isDeleted?: boolean }) =>
      void call(updateNotification, { cust: customer.id, id, ...change }),
    [call, customer.id],
  );
  return {
    list: known.list.filter((notice) => !notice.isDeleted),
    remove(id) {
      setLast({ ...known, list: known.list.filter((notice) => notice.id !== id) });
      update(id, { isDeleted: true });
    },
    markAllRead() {
      for (const notice of known.list) if (!notice.isRead) update(notice.id, { isRead: true });
      setLast({ ...known, list: known.list.map((notice) => (notice.isRead ? notice : { ...notice, isRead: true })) });
    },
  };
}
