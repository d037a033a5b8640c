import type { Endpoint, ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import type { PagedList } from '#src/ui/list/use-list.ts';
import { useReportList } from './use-report-list.ts';

/**
 * The list of a report that one reply of the service answers. The call's offline policy decides what is stored: nothing of an
 * `online` one. `rows` takes the report's rows from the reply.
 */
export function useServiceReport<T, E extends Endpoint>(
  report: Report<T> & { readonly answeredBy: 'service' },
  endpoint: E,
  args: SentArgsOf<E>,
  rows: (reply: ReplyOf<E>) => readonly T[],
): PagedList<T> {
  const { reply, ...from } = useReply(endpoint, args);
  return useReportList(report, reply === null ? null : rows(reply), from);
}
