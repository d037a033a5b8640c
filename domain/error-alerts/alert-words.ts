/** What became of the messages to Slack. `problem` is why the newest one that failed did; null if a later one was sent. */
export type SlackFigures = {
  readonly isSet: boolean;
  readonly waiting: number;
  readonly sent: number;
  readonly failed: number;
  readonly inDoubt: number;
  readonly problem: string | null;
};

type Delivered = {
  readonly slack: SlackFigures;
  readonly rows: readonly { readonly bySlack: boolean; readonly byMail: boolean }[];
  readonly mailRecipients: number;
};

/** Why messages of the configurations do not arrive, with what to do; null if they do. */
export function deliveryProblem({ slack, rows, mailRecipients }: Delivered): string | null {
  if (!slack.isSet && rows.some(({ bySlack }) => bySlack))
    return 'Slack is not connected, so messages to Slack fail. Enter a webhook in the system settings.';
  if (mailRecipients === 0 && rows.some(({ byMail }) => byMail))
    return 'No administrator gets system alerts, so no email is sent. Turn them on in the contact of an administrator.';
  return slack.problem === null ? null : `The last message did not reach Slack: ${slack.problem}`;
}

/** What became of the messages to Slack in the last 35 days, as one sentence. */
export function slackWords({ sent, waiting, failed, inDoubt }: SlackFigures): string {
  const count = (n: number, what: string) => `${n.toLocaleString('en-US')} ${what}`;
  const parts = [count(sent, 'sent'), count(waiting, 'waiting'), count(failed, 'failed'), count(inDoubt, 'sent again in doubt')];
  return `Messages to Slack in the last 35 days: ${parts.join(', ')}.`;
}

type Counting = { readonly state: 'quiet' | 'alerting'; readonly errors: number; readonly threshold: number };

/** What a configuration counts now: “3 of 10”, or “Silent, 37 more”. */
export const countingWords = ({ state, errors, threshold }: Counting): string =>
  state === 'quiet'
    ? `${errors.toLocaleString('en-US')} of ${threshold.toLocaleString('en-US')}`
    : `Silent, ${errors.toLocaleString('en-US')} more`;

/** What a configuration counts, as dialogs and lists call it. */
export const alertName = ({ error, customer }: { readonly error: string; readonly customer: string }): string =>
  `${error}, ${customer}`;

/** The fields of a configuration that lists filter, with their labels. */
export const filteredFields = {
  error: 'Error',
  customer: 'Customer',
  crawler: 'Crawler',
  parser: 'Parser',
  threshold: 'Errors',
  silenceMinutes: 'Minutes',
  bySlack: 'Slack',
  byMail: 'Email',
} as const;
