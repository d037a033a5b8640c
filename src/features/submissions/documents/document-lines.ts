import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { type DocumentStep, documentKey, rivalDocumentProblem, rivalDocumentStep } from '#domain/submissions/document-steps.ts';
import { usualSide } from '#domain/submissions/systems.ts';
import type { Between } from '../mapping/between.ts';
import type { Side } from '../mapping/sides-dialog.tsx';
import { mayMapDocuments } from './document-replies.ts';
import type { HeldDocumentRow, HeldDocuments } from './held-documents.ts';

/** A row of the document mapping as the list shows it. Blank text: that step is missing. */
export type DocumentLine = {
  readonly key: string;
  readonly source: string;
  readonly jr: string;
  readonly target: string;
  readonly row: HeldDocumentRow;
};

export const documentLine = (row: HeldDocumentRow): DocumentLine => ({
  key: `${row.source?.id ?? 0}/${row.jrId}/${row.target?.id ?? 0}`,
  source: row.source?.name ?? '',
  jr: row.jrName,
  target: row.target?.name ?? '',
  row,
});

type Shares = { readonly [S in 'source' | 'destination']: Pick<Between[S], 'sharesDocuments'> };

/** The sides of a mapping that a person may delete: a shared step is for administrators. */
export function removableSides(
  { source, target }: HeldDocumentRow,
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

/**
 * Whether the service must add a mapping itself, because it changes a shared mapping. Others leave the shared mapping of a destination out.
 */
export const needsService = ({ source, destination }: Shares, isAdministrator: boolean): boolean =>
  source.sharesDocuments || (destination.sharesDocuments && isAdministrator);

/** The steps of these choices. A blank document of the destination gives none. */
export function chosenDocumentSteps(choices: DocumentChoices, { source, destination }: Between): DocumentStep[] {
  const sides = [
    { target: source, documentId: Number(choices.source) },
    { target: destination, documentId: Number(choices.target) },
  ];
  const jrDocumentId = Number(choices.jr);
  return sides
    .filter(({ documentId }) => documentId > 0)
    .map(({ target, documentId }) => ({ targetId: target.id, side: usualSide(target.type), documentId, jrDocumentId }));
}

type Steps = Pick<HeldDocuments, 'steps'>;
const isSame = (one: DocumentStep, other: DocumentStep) =>
  documentKey(one) === documentKey(other) && one.documentId === other.documentId && one.jrDocumentId === other.jrDocumentId;

/** The steps of these that are not there yet. */
export const missingDocumentSteps = (steps: readonly DocumentStep[], { steps: held }: Steps): DocumentStep[] =>
  steps.filter((step) => !held.some((one) => isSame(one, step)));

/** Why steps cannot be added, by the choice that says it: another one is for the document. Empty if they can. */
export function documentProblems(
  steps: readonly DocumentStep[],
  { steps: held, from, jr, to }: HeldDocuments,
  { source, destination }: Between,
): Readonly<Record<string, string>> {
  const missing = missingDocumentSteps(steps, { steps: held });
  if (missing.length === 0) return { '': 'It is there already' };
  const nameOf = (rows: readonly { readonly id: number; readonly name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? 'A document';
  const problems: Record<string, string> = {};
  for (const step of missing) {
    const rival = rivalDocumentStep({ ...step, id: 0 }, held);
    if (!rival) continue;
    const isFrom = rival.targetId === source.id;
    const names = { name: nameOf(isFrom ? from : to, rival.documentId), jrName: nameOf(jr, rival.jrDocumentId) };
    const { message } = rivalDocumentProblem(isFrom ? source.name : destination.name, { side: rival.side, ...names });
    problems[isFrom ? 'sourceDocumentId' : 'jrDocumentId'] = message;
  }
  return problems;
}

/** The change that adds a step. `ref` is a new UUID. */
export const addedDocumentStep = ({ targetId, documentId, jrDocumentId }: DocumentStep, ref: string): Change => ({
  name: 'submissionDocumentStep.save.v1',
  args: { id: localIdOf(ref), ref, targetId, documentId, jrDocumentId },
});

/** The change that removes a step. */
export const removedDocumentStep = ({ id, ref, targetId, documentId }: HeldDocuments['steps'][number]): Change => ({
  name: 'submissionDocumentStep.remove.v1',
  args: { id, ref, targetId, documentId },
});
