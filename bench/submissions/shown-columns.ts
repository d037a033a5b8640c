import type { Submission } from '#contract/submissions/submissions.ts';

/** The columns that the list of submissions shows at first. */
export const shownColumns: readonly { readonly key: keyof Submission; readonly label: string }[] = [
  { key: 'id', label: 'ID' },
  { key: 'created', label: 'Created' },
  { key: 'state', label: 'Step' },
  { key: 'status', label: 'Status' },
  { key: 'from', label: 'From' },
  { key: 'to', label: 'To' },
  { key: 'providerJobId', label: 'Provider job ID' },
  { key: 'contact', label: 'Contact' },
  { key: 'errorText', label: 'Problem' },
];
