import { messages } from '#contract/kit/messages.ts';
import type { ErrorConfiguration } from '#contract/support/error-configurations.ts';
import { alertName, filteredFields } from '#domain/error-alerts/alert-words.ts';
import { filtersByValue } from '#src/ui/list/value-filters.tsx';

export const filters = filtersByValue<ErrorConfiguration>(filteredFields);
export const unread = (problem: string | null) => problem && `${messages.alertsNotRead}. ${problem}`;

export const removal = (row: ErrorConfiguration) =>
  ({
    title: `Remove the alert for ${alertName(row)}?`,
    body: 'Its errors are no longer counted, and no “recovered” is sent. Messages that wait are still sent.',
    choices: { go: { words: 'Remove error alert', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
