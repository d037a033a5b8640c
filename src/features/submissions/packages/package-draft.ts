import * as z from 'zod';
import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import { packageContent } from '#contract/submissions/package-content.ts';
import { packageProblem, rivalPackage, rivalPackageProblem } from '#domain/submissions/packages.ts';
import { idText } from '#src/ui/form/optional.ts';
import type { PackageLine } from './package.ts';

const chosenId = z.string().transform(Number);
const { documents, note } = packageContent;
const Fields = z.object({
  targetId: z.string().min(1, 'Choose a target').transform(Number),
  degreeId: chosenId,
  specialtyId: chosenId,
  documents,
  note,
  isDefault: z.boolean(),
});
export type PackageDraft = z.output<typeof Fields>;

/** What the form begins with. */
export const draftOf = ({ targetId, degreeId, specialtyId, documents: ids, note: words, isDefault }: PackageLine) => ({
  targetId: idText(targetId || null),
  degreeId: idText(degreeId || null),
  specialtyId: idText(specialtyId || null),
  documents: [...ids],
  note: words,
  isDefault,
});

/** The form's schema: what this device knows to be wrong with a package is said at its field, also that another one is for the pair. */
export const draftSchema = (id: number, lines: readonly PackageLine[], entries: readonly SubmissionEntryRow[]) =>
  Fields.check(({ value, issues }) => {
    const entryOf = (entry: number) => entries.find((each) => each.id === entry);
    const rival = rivalPackage({ ...value, id }, lines);
    const problem = packageProblem(value, entryOf) ?? (rival ? rivalPackageProblem(rival.target, rival) : null);
    if (problem) issues.push({ code: 'custom', path: [problem.field], message: problem.message, input: value });
  });
