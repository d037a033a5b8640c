import { messages } from '#contract/kit/messages.ts';
import type { ErrorConfiguration } from '#contract/support/error-configurations.ts';
import { filtersByValue } from '#src/ui/list/value-filters.tsx';

/** The fields that the list filters, with their labels; its search also finds the ID. */
export const filtered = {
  ...{ error: 'Error', customer: 'Customer', crawler: 'Crawler', parser: 'Parser' },
  ...{ threshold: 'Errors', silenceMinutes: 'Minutes', bySlack: 'Slack', byMail: 'Email' },
} as const;

export const filters = filtersByValue<ErrorConfiguration>(filtered);
export const unread = (problem: string | null) => problem && `${messages.alertsNotRead}. ${problem}`;

/** What it counts, as its dialogs call it. */
export const nameOf = ({ error, customer }: ErrorConfiguration): string => `${error}, ${customer}`;

export const removal = (row: ErrorConfiguration) =>
  ({
    title: `Remove the alert for ${nameOf(row)}?`,
    body: 'Its errors are no longer counted, and no “recovered” is sent. Messages that wait are still sent.',
    choices: { go: { words: 'Remove error alert', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
