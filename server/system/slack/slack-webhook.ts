import type { Result } from '#contract/kit/result.ts';
import { type FetchProblem, type SafeReply, safeFetch } from '#server/kit/lib/safe-fetch.ts';

/** What became of one message. `words` is for people and repeats no text of the other side. */
export type SlackAnswer =
  | { readonly kind: 'sent' }
  /** Slack did not take it, and may take it later: after `seconds`, where Slack names a time. */
  | { readonly kind: 'later'; readonly seconds: number | null; readonly words: string }
  /** Slack will never take it. */
  | { readonly kind: 'refused'; readonly words: string }
  /** Slack may have taken it: there was no answer, or none of Slack. */
  | { readonly kind: 'unsure'; readonly words: string };

/** Slack's plain-text errors that another try does not change, with what to do. */
const refusals: Readonly<Record<string, string>> = {
  invalid_payload: 'Slack cannot read the message. Contact support.',
  no_text: 'Slack got a message without text. Contact support.',
  no_service: 'The webhook was removed or disabled in Slack. Create another one and enter its address.',
  no_active_hooks: 'The webhook is disabled in Slack. Create another one and enter its address.',
  no_team: 'The workspace of the webhook does not exist any more. Enter the address of another webhook.',
  team_disabled: 'The workspace of the webhook is disabled. Enter the address of another webhook.',
  invalid_token: 'Slack does not know this webhook. Enter its address again.',
  user_not_found: 'The person that the webhook posts to does not exist in Slack. Create another webhook.',
  channel_not_found: 'The channel of the webhook does not exist any more. Create another webhook.',
  channel_is_archived: 'The channel of the webhook is archived. Restore it in Slack, or create another webhook.',
  action_prohibited: 'An administrator of Slack forbids this webhook to post. Ask that person to allow it.',
  posting_to_general_channel_denied: 'The webhook may not post to the general channel. Create one for another channel.',
};

/** Whether the address may be that of an incoming webhook: of Slack, or of a host that the installation allows. */
export function isWebhook(address: string, allow: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, host, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allow.includes(host)) return true;
  return protocol === 'https:' && port === '' && (hostname === 'hooks.slack.com' || hostname === 'hooks.slack-gov.com');
}

/**
 * The body of a message. Slack reads `<!channel>`, `<@U123>` and links from `<…>`, so these characters are escaped; nothing else in the
 * text has a meaning (`mrkdwn` off), and no address in it is looked up.
 */
export const slackBody = (text: string): string =>
  JSON.stringify({
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  });

type PostOptions = { readonly allow: readonly string[]; readonly totalMs?: number };

/** Sends one message to a webhook. Never throws. */
export async function postToSlack(webhook: string, text: string, { allow, totalMs = 15_000 }: PostOptions): Promise<SlackAnswer> {
  const reply = await safeFetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: slackBody(text),
    allow,
    redirects: 0,
    maxBytes: 10_000,
    totalMs,
  });
  return slackAnswer(reply);
}

/** The longest pause that Slack may ask for, in seconds. */
const longestPause = 3600;

/** What an answer of a webhook means. */
export function slackAnswer(reply: Result<Pick<SafeReply, 'status' | 'headers' | 'bytes'>, FetchProblem>): SlackAnswer {
  if (!reply.ok) return withoutReply(reply.error);
  const { status, headers, bytes } = reply.value;
  const said = bytes.toString('utf8').trim();
  if (status === 200 && said === 'ok') return { kind: 'sent' };
  if (status === 429) {
    const seconds = Number(headers['retry-after'] ?? 30);
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), longestPause) : 30;
    return { kind: 'later', seconds: wait, words: `Slack asks to wait ${wait} s.` };
  }
  const words = Object.hasOwn(refusals, said) ? refusals[said] : undefined;
  if (words !== undefined) return { kind: 'refused', words };
  if (said === 'rollup_error') return { kind: 'later', seconds: null, words: 'Slack met an error. Jobdock tries again.' };
  if (status >= 400 && status < 500)
    return { kind: 'refused', words: `Slack refused the message (${status}). Check the webhook, then send a test message.` };
  return { kind: 'unsure', words: `Slack did not confirm the message (${status}).` };
}

/** A refused address is not called, and a connection that was not made carried nothing. */
function withoutReply({ kind, words, unsent }: FetchProblem): SlackAnswer {
  if (kind === 'refused') return { kind: 'refused', words };
  return unsent ? { kind: 'later', seconds: null, words } : { kind: 'unsure', words };
}
