import * as z from 'zod';

/** ARC sets of an email that are checked; each takes a lookup and a key. */
const mostSets = 10;

/** A header with its name in lower case and its text, whose lines go on where a space begins them. Split as mailauth does. */
const rowsOf = (head: string): { readonly name: string; readonly row: string }[] =>
  head.split(/\r?\n(?!\s)/).map((row) => ({
    name: row
      .slice(0, Math.max(row.indexOf(':'), 0))
      .trim()
      .toLowerCase(),
    row,
  }));

const isArc = (name: string): boolean => name.startsWith('arc-');

/**
 * Whether the results that servers on the way wrote can be given to mailauth 4.9.5. Its parser writes to `Object.prototype` where a
 * name has `__proto__` in it, and takes quotes, comments and backslashes out of a name. So only texts of a plain form are taken.
 */
function isPlain(row: string): boolean {
  const text = row
    .slice(row.indexOf(':') + 1)
    .replaceAll(/\([^()"'\\]*\)/g, '')
    .replaceAll(/"([^"'()\\;\s]*)"/g, '$1');
  return !/[()"'\\]|__proto__/.test(text);
}

/** What is known of the ARC headers of an email before they are checked. */
export type ArcHeaders = {
  /** Whether there is a chain that can be checked. */
  readonly canCheck: boolean;
  /** The email for mailauth, which parses ARC headers whether it checks them or not: without those that are not plain. */
  readonly bytes: Uint8Array;
};

/** Looks at the ARC headers of an email with this head, latin1. */
export function arcHeaders(bytes: Uint8Array, head: string): ArcHeaders {
  const rows = rowsOf(head);
  const results = rows.filter(({ name }) => name === 'arc-authentication-results');
  if (results.every(({ row }) => isPlain(row)) && results.length <= mostSets) return { canCheck: results.length > 0, bytes };
  const others = rows.filter(({ name }) => !isArc(name)).map(({ row }) => row);
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(head.length);
  return { canCheck: false, bytes: Buffer.concat([Buffer.from(others.join('\r\n'), 'latin1'), rest]) };
}

const text = z.string().optional();
/** A verdict. mailauth calls it `result` in the newest set, and `value` in the others. */
const Said = z.object({ value: text, result: text });
/** What a server wrote into `ARC-Authentication-Results` about who sent the email. */
const Results = z.object({
  dmarc: Said.extend({ header: z.object({ from: text }).optional() }).optional(),
  spf: Said.extend({ smtp: z.object({ mailfrom: text }).optional() }).optional(),
  dkim: z.array(Said.extend({ header: z.object({ d: text, i: text }).optional() })).default([]),
});
const Set = z.object({
  'arc-seal': z.object({ parsed: z.object({ d: z.object({ value: z.string() }) }) }),
  'arc-message-signature': z.object({ parsed: z.object({ h: z.object({ value: z.string() }) }) }),
  'arc-authentication-results': z.object({ parsed: z.unknown() }),
});
const Chain = z.array(Set).min(1);

type Asked = {
  /** Domains of forwarders that the customer trusts, in lower case. */
  readonly forwarders: readonly string[];
  /** Whether a domain is that of the sender. */
  readonly isOwn: (domain: string | undefined) => boolean;
};

/**
 * The trusted forwarder that saw the sender of an email confirmed; null for none. Only the newest sets count, as far back as all are of
 * trusted forwarders: others could have changed the email and signed it again. The seals must have been checked before. `newest` are the
 * results of the newest set.
 */
export function vouchingForwarder(chain: unknown, newest: unknown, { forwarders, isOwn }: Asked): string | null {
  const sets = Chain.safeParse(chain).data?.toReversed() ?? [];
  // A signature that leaves the sender out says nothing about it.
  const signed = sets[0]?.['arc-message-signature'].parsed.h.value.toLowerCase().split(':');
  if (!signed?.some((name) => name.trim() === 'from')) return null;
  for (const [at, set] of sets.entries()) {
    const forwarder = sealerOf(set);
    if (!forwarders.includes(forwarder)) return null;
    const results = Results.safeParse(at === 0 ? newest : set['arc-authentication-results'].parsed);
    if (results.success && confirms(results.data, isOwn)) return forwarder;
  }
  return null;
}

/** Whether the newest set of a chain is of a trusted forwarder. */
export function isOfForwarder(chain: unknown, forwarders: readonly string[]): boolean {
  const newest = Chain.safeParse(chain).data?.at(-1);
  return newest !== undefined && forwarders.includes(sealerOf(newest));
}

const sealerOf = (set: z.infer<typeof Set>): string => set['arc-seal'].parsed.d.value.toLowerCase();

function confirms({ dmarc, spf, dkim }: z.infer<typeof Results>, isOwn: Asked['isOwn']): boolean {
  const passes = (said: z.infer<typeof Said> | undefined) => (said?.value ?? said?.result)?.toLowerCase() === 'pass';
  const domainOf = (address: string | undefined) => address?.split('@').at(-1);
  return (
    (passes(dmarc) && isOwn(dmarc?.header?.from)) ||
    (passes(spf) && isOwn(domainOf(spf?.smtp?.mailfrom))) ||
    dkim.some((one) => passes(one) && isOwn(one.header?.d ?? domainOf(one.header?.i)))
  );
}
