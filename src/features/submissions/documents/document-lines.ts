import type { DocumentMappingRow } from '#contract/submissions/documents.ts';
import type { Between } from '../mapping/between.ts';
import type { Side } from '../mapping/sides-dialog.tsx';
import { mayMapDocuments } from './document-replies.ts';

/** A row of the document mapping as the list shows it. Blank text: that step is missing. */
export type DocumentLine = {
  readonly key: string;
  readonly source: string;
  readonly jr: string;
  readonly target: string;
  readonly row: DocumentMappingRow;
};

export const documentLine = (row: DocumentMappingRow): DocumentLine => ({
  key: `${row.source?.id ?? 0}/${row.jrId}/${row.target?.id ?? 0}`,
  source: row.source?.name ?? '',
  jr: row.jrName,
  target: row.target?.name ?? '',
  row,
});

type Shares = { readonly [S in 'source' | 'destination']: Pick<Between[S], 'sharesDocuments'> };

/** The sides of a mapping that a person may delete: a shared step is for administrators. */
export function removableSides(
  { source, target }: DocumentMappingRow,
  { source: from, destination: to }: Shares,
  isAdministrator: boolean,
): Side[] {
  const may = (isShared: boolean, isStepShared: boolean) => mayMapDocuments(isShared || isStepShared, isAdministrator);
  return [
    ...(source && may(from.sharesDocuments, source.isShared) ? (['source'] as const) : []),
    ...(target && may(to.sharesDocuments, target.isShared) ? (['target'] as const) : []),
  ];
}

/** The three choices of a new document mapping, as texts of their fields. */
export type DocumentChoices = { readonly source: string; readonly jr: string; readonly target: string };
export const noDocuments: DocumentChoices = { source: '', jr: '', target: '' };

/** Whether the destination's document may be absent: it shares its mapping and the person is no administrator (documented). */
export const isTargetOptional = ({ destination }: Pick<Shares, 'destination'>, isAdministrator: boolean): boolean =>
  destination.sharesDocuments && !isAdministrator;

/** Whether a document mapping can be added. */
export const canAddDocument = ({ source, jr, target }: DocumentChoices, isOptional: boolean): boolean =>
  Number(source) > 0 && Number(jr) > 0 && (isOptional || Number(target) > 0);
