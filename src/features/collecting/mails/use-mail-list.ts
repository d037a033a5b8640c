import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listReceivedMails, type MailRow, receivedMailSorts } from '#contract/collecting/mails.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { spanOfDays } from '#src/ui/form/span-of-days.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

type Asked = SentArgsOf<typeof listReceivedMails>;
export type Pile = NonNullable<Asked['pile']>;
export type MailList = PagedList<MailRow> & {
  readonly piles: ReplyOf<typeof listReceivedMails>['piles'] | null;
  /** Whether the list has the emails of all customers. */
  readonly ofAll: boolean;
  /** Looks again for a while, until an email that is to be read has been read. */
  readonly follow: (id: number) => void;
};

const filters = ['of', 'task', 'from', 'to', 'cause', 'status'] as const;
/** Delay after typing before the request is sent. */
const pauseMs = 250;
/** The service reads an email within seconds, unless its task is busy. */
const followMs = 60_000;
/** Emails of a request when all are fetched, and the most that are fetched. */
const [fetchedAtOnce, fetchedAtMost] = [200, 5_000];

/** Emails by the filters in the address, a page at a time. Administrators see those of all customers until they choose one. */
export function useMailList(pile: Pile): MailList {
  const { administrator, customer } = useSession();
  const { timeZone } = useFormat().preferences;
  const address = useListAddress<keyof MailRow>({
    sort: 'receivedAt',
    descending: true,
    filters,
    sizes: pagerSizes,
  });
  const ofAll = administrator && address.filter('of') === '';
  const args = { cust: ofAll ? -1 : customer.id, pile, ...askedBy(address, timeZone) } satisfies Asked;
  const wanted = JSON.stringify(args);
  const [asked] = useDebouncedValue(wanted, pauseMs);
  const [followed, setFollowed] = useState({ id: 0, untilMs: 0 });
  const cached = useReply(listReceivedMails, JSON.parse(asked) as Asked, {
    keepsPrevious: true,
    since: useLastRun(),
    again: ({ rows }) => Date.now() < followed.untilMs && rows.some(({ id, state }) => id === followed.id && state === 'waiting'),
  });
  const { reply } = cached;
  const all = useAllMails(args);
  return {
    ...answeredList(address, pagerSizes, reply && { rows: reply.rows, found: reply.total }, all, cached),
    piles: reply?.piles ?? null,
    ofAll,
    follow: (id) => setFollowed({ id, untilMs: Date.now() + followMs }),
  };
}

/** When a task of the customer in view last ran: it may have read mails. */
function useLastRun(): string | null {
  return useTasks().rows.reduce<string | null>(
    (last, { lastRunAt }) => ((lastRunAt ?? '') > (last ?? '') ? lastRunAt : last),
    null,
  );
}

type Address = ListAddress<keyof MailRow>;

/** The call’s arguments for what the address says. What is no number there, such as by a changed link, filters nothing. */
function askedBy({ filter, search, sort, descending, page, size }: Address, timeZone: string): Omit<Asked, 'cust' | 'pile'> {
  const column = receivedMailSorts.find((one) => one === sort) ?? 'receivedAt';
  const cause = filter('cause');
  return {
    task: whole(filter('task')),
    ...spanOfDays(filter('from'), filter('to'), timeZone),
    ...(/^[0-3]$/.test(cause) && { processing: Number(cause) }),
    status: /^[1-3]$/.test(filter('status')) ? Number(filter('status')) : 0,
    text: search.slice(0, 200),
    sort: descending ? `-${column}` : column,
    page,
    pageSize: size,
  };
}

const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** Fetches every email of the filters, for an export. */
function useAllMails(args: Asked): PagedList<MailRow>['all'] {
  const call = useCall();
  return async () => {
    const rows: MailRow[] = [];
    for (let page = 1; ; page++) {
      const answer = await call(listReceivedMails, { ...args, page, pageSize: fetchedAtOnce });
      if (!answer.ok) {
        toast.error({ title: messages.notRefreshed, detail: errorMessage(answer.error) });
        return null;
      }
      rows.push(...answer.value.rows);
      const isLast = answer.value.rows.length < fetchedAtOnce || rows.length >= fetchedAtMost;
      if (isLast) return { rows, found: answer.value.total };
    }
  };
}
