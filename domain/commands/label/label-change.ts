import { labeledKeyed } from '#domain/fields/label-words.ts';
import type { Drift, RowKey, RowReader } from '../kit/command.ts';
import { rowNamed, wholeRow } from '../kit/versioned.ts';

export const removedLabel = 'This label was removed. Type it again to have it back.';

/** What a field is usually called: its own label is what the change is about. */
export const usualName = (fieldKey: string): string => labeledKeyed(fieldKey)?.default.one ?? fieldKey;

/**
 * The common part of changes of one of the customer's own labels. A row is compared by what it says, since all devices give the label
 * of a field one row: a label that a device did not have yet is compared, too.
 */
export const labelChange = {
  ...wholeRow('label'),
  area: 'labels',
  heading: 'labels',
  shownOn: 'labels',
  needs: () => ['account.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('label', 'names')],
  reads: () => [],
  compares: () => ['value', 'plural'] as const,
  comparesAbsent: true,
  compared: { value: { label: 'label' }, plural: { label: 'plural' } },
  onDrift: (_args: unknown, _key: RowKey, _field: string, _now: RowReader): Drift => 'conflict',
} as const;
