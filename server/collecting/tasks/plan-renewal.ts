import { tokenNames } from '#contract/collecting/task-credentials.ts';
import type { saveTask } from '#contract/collecting/tasks.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type MailboxRenewal, renewalIn, textOfRenewal } from '../collectors/mailbox-token.ts';
import type { CrawlerSetup } from '../crawlers/crawler-setups.ts';
import { isSameHost } from '../task-rows/task-credentials.ts';

type Args = Pick<ArgsOf<typeof saveTask>, 'tokenUrl' | 'clientId' | 'clientSecret' | 'refreshToken' | 'secretKey'>;
type Problems = Partial<Record<keyof Args, string>>;

type Before = {
  /** The secret key that is stored; empty for none. */
  readonly own: string;
  readonly crawler: CrawlerSetup;
  /** Hosts with ports that may be reached without encryption. */
  readonly allow: readonly string[];
};

/**
 * The secret key that a save sends in parts: what renews the access token of a mailbox. Parts that are blank stay. Undefined if the save
 * sends none.
 */
export function sentRenewal(args: Args, { own, crawler, allow }: Before): Result<string | undefined, Problems> {
  const known = renewalIn(own);
  const sent = tokenNames.filter((field) => Boolean(args[field]) || (field === 'clientSecret' && args[field] === null && known));
  if (sent.length === 0) return ok(undefined);
  if (crawler.kind !== 'mail' || !crawler.settings.secretKey.active)
    return no(Object.fromEntries(sent.map((field) => [field, `Tasks of ${crawler.name} have no such field. Leave it blank.`])));
  if (args.secretKey) return no({ secretKey: 'Enter an access token, or what renews it, but not both.' });
  const next: MailboxRenewal = {
    tokenUrl: args.tokenUrl || (known?.tokenUrl ?? ''),
    clientId: args.clientId || (known?.clientId ?? ''),
    clientSecret: args.clientSecret === null ? '' : args.clientSecret || (known?.clientSecret ?? ''),
    refreshToken: args.refreshToken || (known?.refreshToken ?? ''),
  };
  const problems = problemsOf(next, { args, known, allow });
  return Object.keys(problems).length > 0 ? no(problems) : ok(textOfRenewal(next));
}

type Judged = Pick<Before, 'allow'> & { readonly args: Args; readonly known: MailboxRenewal | null };

function problemsOf(next: MailboxRenewal, { args, known, allow }: Judged): Problems {
  const missing = (['tokenUrl', 'clientId', 'refreshToken'] as const).filter((field) => next[field] === '');
  if (missing.length > 0)
    return Object.fromEntries(missing.map((field) => [field, 'Fill this in, so that the access token can be renewed.']));
  const { protocol, host } = new URL(next.tokenUrl);
  if (protocol !== 'https:' && !allow.includes(host))
    return { tokenUrl: 'Use an https address: the refresh token must travel encrypted.' };
  if (!known || isSameHost(next.tokenUrl, known.tokenUrl)) return {};
  // A stored secret goes only to the host that it was entered for.
  const kept = (['clientSecret', 'refreshToken'] as const).filter((field) => next[field] !== '' && !args[field]);
  return Object.fromEntries(kept.map((field) => [field, 'Enter it again: the token address is of another host.']));
}

/** Whether a save keeps the secret that is stored as secret key: the refresh token, if that is what is stored. */
export function keepsSecretKey(args: Args, own: string, next: string): boolean {
  const [known, then] = [renewalIn(own), renewalIn(next)];
  if (known && then) return known.refreshToken === then.refreshToken && !args.refreshToken;
  return own === next && !args.secretKey;
}
