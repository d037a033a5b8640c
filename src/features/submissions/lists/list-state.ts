import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';

type Keyed = { readonly kind: SubmissionListKind; readonly objectId: number };

/** The state of one list among those of a target. */
export const stateOf = <S extends Keyed>(lists: readonly S[], kind: SubmissionListKind, objectId: number): S | undefined =>
  lists.find((list) => list.kind === kind && list.objectId === objectId);

/** The template of the documents' upload, titled Caregiver Documents (documented). */
export const documentTemplate = { name: 'Caregiver Documents.csv', text: 'Name,Id,GroupName\r\n' } as const;
