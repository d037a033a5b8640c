import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { type ActivityLine, ChangeKind, listActivity } from '#contract/people/activity.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { spanOfDays } from '#src/ui/form/span-of-days.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const filters = ['person', 'object', 'did', 'from', 'to', 'of'] as const;
type Filter = (typeof filters)[number];
type Asked = Omit<SentArgsOf<typeof listActivity>, 'before' | 'pageSize'>;

/**
 * The filters in the address: `/activity?person=7`, `/activity?object=task` or `object=task:3`. Links from other screens use them. A
 * screen of one customer names it with `only`.
 */
export function useActivityAddress(only?: number) {
  const { customer, administrator } = useSession();
  const { timeZone } = useFormat().preferences;
  const [params, setParams] = useSearchParams();
  const filter = (name: Filter): string => params.get(name) ?? '';
  const [kind = '', ...id] = filter('object').split(':');
  const object = id.join(':');
  // Links name a person, a customer or an object of any customer; only the provider's administrators may look beyond one.
  const leads = filter('person') !== '' || kind === 'customer' || kind === 'user';
  const ofAll = only === undefined && administrator && (filter('of') === 'all' || (filter('of') === '' && leads));
  const did = ChangeKind.safeParse(filter('did')).data;
  const person = /^\d{1,9}$/.test(filter('person')) ? Number(filter('person')) : undefined;
  const asked: Asked = {
    cust: ofAll ? -1 : (only ?? customer.id),
    ...(person !== undefined && { person }),
    ...(kind !== '' && { kind }),
    ...(object !== '' && { object }),
    ...(did && { did }),
    ...spanOfDays(filter('from'), filter('to'), timeZone),
  };
  const setFilter = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    asked,
    ofAll,
    filter: (name: string) => (name === 'of' ? (ofAll ? 'all' : 'one') : name === 'kind' ? kind : filter(name as Filter)),
    setFilter,
    object,
    active: filters.filter((name) => name !== 'of' && filter(name) !== '').length,
    clear: () =>
      setParams(
        (now) => {
          for (const name of filters) now.delete(name);
          return now;
        },
        { replace: true },
      ),
  };
}

/** Lines of the filter, the newest first, and older ones as they are asked for. Nothing is stored on the device. */
export function useActivity(asked: Asked) {
  const call = useCall();
  const first = useReply(listActivity, asked, { keepsPrevious: true });
  const key = JSON.stringify([asked, first.reply?.lines[0]?.id]);
  const [older, setOlder] = useState<{ key: string; lines: readonly ActivityLine[]; next: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const own = older?.key === key ? older : null;
  const next = own ? own.next : (first.reply?.next ?? null);
  return {
    ...first,
    lines: first.reply && [...first.reply.lines, ...(own?.lines ?? [])],
    hasOlder: next !== null,
    busy,
    async showOlder() {
      if (next === null || busy) return;
      setBusy(true);
      const answer = await call(listActivity, { ...asked, before: next });
      setBusy(false);
      if (!answer.ok) return void toast.error({ title: 'Older activity not read', detail: errorMessage(answer.error) });
      setOlder({ key, lines: [...(own?.lines ?? []), ...answer.value.lines], next: answer.value.next });
    },
  };
}
