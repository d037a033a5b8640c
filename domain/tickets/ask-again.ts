const minute = 60_000;

/** A request for an issue that ended without an answer is not repeated within this time, whatever the search says. */
const leastMinutes = 10;
/** Without another issue that shows how far the search is, it is not repeated within this time. */
const minutesWithoutProof = 60;

/**
 * What is known when the search does not find the issue of a request that ended without an answer. `proof` is an issue that Jira confirmed
 * after that request: `found` shows that the search has passed the request, `missing` that it is behind, `none` that there is no such issue.
 */
export type Doubt = { readonly askedAt: number; readonly now: number; readonly proof: 'found' | 'missing' | 'none' };

/**
 * Whether Jobdock may ask for the issue again, or after how many seconds it looks again. Jira's search may be minutes behind, so that
 * “not found” alone proves nothing (docs/decisions/0125). Times in milliseconds since 1970.
 */
export function mayAskAgain({
  askedAt,
  now,
  proof,
}: Doubt): { readonly may: true } | { readonly may: false; readonly seconds: number } {
  const passed = now - askedAt;
  if (passed < leastMinutes * minute) return { may: false, seconds: 60 };
  if (proof === 'found' || (proof === 'none' && passed >= minutesWithoutProof * minute)) return { may: true };
  return { may: false, seconds: 300 };
}
