import { useMemo } from 'react';
import { listReportSources } from '#contract/reports/collecting-reports.ts';
import type { ReportChoice } from '#domain/reports/kit/report.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** The sources of a customer, or of all, as filters offer them: each name once. */
export function useSourceChoices(cust: number): readonly ReportChoice[] {
  const { reply } = useReply(listReportSources, { cust });
  return useMemo(() => [...new Set(reply?.map(({ name }) => name))].map((name) => ({ value: name, label: name })), [reply]);
}

/** Rows with the mark that they are of the customer on screen, so that their addresses open here. */
export function useHere<R extends { readonly customerId: number }>(rows: readonly R[] | undefined) {
  const { customer } = useSession();
  return useMemo(() => rows?.map((row) => ({ ...row, isHere: row.customerId === customer.id })) ?? null, [rows, customer.id]);
}
