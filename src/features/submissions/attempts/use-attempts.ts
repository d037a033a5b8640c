import { useDebouncedValue } from '@mantine/hooks';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { attemptSorts, listSubmissionAttempts, type SubmissionAttempt } from '#contract/submissions/attempts.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';

type Asked = SentArgsOf<typeof listSubmissionAttempts>;

/** Delay after typing before the request is sent. */
const pauseMs = 250;
const answers = ['done', 'refused', 'unknown'] as const;

/** The calls to a submission target by what the address says, a page at a time, the newest first. */
export function useAttempts(targetId: number): PagedList<SubmissionAttempt> {
  const me = useSession().customer.id;
  const address = useListAddress<keyof SubmissionAttempt>({
    sort: 'at',
    descending: true,
    filters: ['answer'],
    sizes: pagerSizes,
  });
  // The address may name a column that the service does not sort by.
  const column = attemptSorts.find((one) => one === address.sort) ?? 'at';
  const args: Asked = {
    me,
    targetId,
    query: address.search.slice(0, 200),
    answer: answers.find((one) => one === address.filter('answer')) ?? '',
    sort: address.descending ? `-${column}` : column,
    page: address.page,
    pageSize: address.size,
  };
  const [asked] = useDebouncedValue(JSON.stringify(args), pauseMs);
  const answer = useReply(listSubmissionAttempts, JSON.parse(asked) as Asked, { keepsPrevious: true });
  const page = answer.reply && { rows: answer.reply.rows, found: answer.reply.total };
  return answeredList(address, pagerSizes, page, async () => page, answer);
}
