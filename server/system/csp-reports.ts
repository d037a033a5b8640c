import * as z from 'zod';

/** What is logged of a violation: no address of a page or script, since these may name rows of a customer. */
export type Violation = { readonly directive: string; readonly blocked: string; readonly line: number | null };

/** A request brings at most this many; the rest is ignored. */
const mostViolations = 10;

const Line = z.number().int().nullable().catch(null);
/** The two formats: `report-uri` sends one under documented names, `report-to` a list. */
const Old = z.object({
  'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string(), 'line-number': Line.optional() }),
});
const New = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: z.string(), blockedURL: z.string(), lineNumber: Line.optional() }),
});

/** The violations in a report of a browser. Empty if it cannot be read. */
export function violationsIn(report: unknown): readonly Violation[] {
  return (Array.isArray(report) ? report.slice(0, mostViolations) : [report]).flatMap((each) => {
    const old = Old.safeParse(each).data?.['csp-report'];
    if (old) return [violation(old['effective-directive'], old['blocked-uri'], old['line-number'])];
    const body = New.safeParse(each).data?.body;
    return body ? [violation(body.effectiveDirective, body.blockedURL, body.lineNumber)] : [];
  });
}

const violation = (directive: string, blocked: string, line: number | null = null): Violation => ({
  directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
  blocked: originOf(blocked),
  line,
});

/** A keyword such as `inline`, or the origin of an address. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, host } = new URL(blocked);
  return `${protocol}//${host}`.slice(0, 200);
}
