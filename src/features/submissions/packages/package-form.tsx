import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import {
  listPackageDegrees,
  listPackageDocuments,
  listPackageSpecialties,
  listPackages,
  readPackage,
  type SubmissionPackage,
  savePackage,
} from '#contract/submissions/packages.ts';
import { listSubmissionTargets } from '#contract/submissions/targets.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { idText } from '#src/ui/form/optional.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DocumentsField } from './documents-field.tsx';
import { LookupField } from './lookup-field.tsx';

const { documents, note, isDefault } = savePackage.args.shape;
const chosenId = z.string().transform(Number);
const Draft = z.object({
  targetId: z.string().min(1, 'Choose a target').transform(Number),
  degreeId: chosenId,
  specialtyId: chosenId,
  documents,
  note: note.unwrap(),
  isDefault: isDefault.unwrap(),
});

const draftOf = ({ targetId, degreeId, specialtyId, documents: ids, note: words, isDefault: is }: SubmissionPackage) => ({
  targetId: idText(targetId || null),
  degreeId: idText(degreeId || null),
  specialtyId: idText(specialtyId || null),
  documents: ids,
  note: words,
  isDefault: is,
});

/** One package: its target, the degree and specialty that it is for, and its documents in order. */
export function PackageForm({ one }: { one: SubmissionPackage }) {
  const me = useSession().customer.id;
  const navigate = useNavigate();
  const back = () => void navigate(pathTo('/subPackages'));
  const [saved, setSaved] = useState<number | null>(null);
  const targets = useReply(listSubmissionTargets, { me });
  const form = useForm(Draft, {
    initial: draftOf(one),
    onSubmit: useSave(savePackage, {
      args: (draft: z.output<typeof Draft>) => ({ me, id: one.id, ...draft }),
      said: ({ target }) => ({ detail: target }),
      refreshes: [listPackages, readPackage],
      onSaved: ({ id }) => setSaved(id),
    }),
  });
  useWhenClean(saved, form, back);
  const { targetId, degreeId } = form.values;
  const names = useFieldNames();
  const { degrees, specialties, documentTypes } = useLists(targetId, degreeId);
  const chosenTarget = (chosen: string) => form.setAll({ targetId: chosen, degreeId: '', specialtyId: '', documents: [] });
  const isNew = one.id <= 0;
  return (
    <FormPage {...titlesOf(one)} form={form} blocked={useBlocked()} onBack={back} backLabel="All packages">
      {targets.reply === null && targets.problem !== null && <p role="alert">{unread('choices', targets.problem)}</p>}
      <SelectField
        label="Target"
        required
        hint={isNew ? 'Where the submissions go.' : undefined}
        choices={targetChoices(targets.reply)}
        {...form.field('targetId')}
        onChange={chosenTarget}
      />
      <LookupField
        label={names.of('degree')}
        placeholder="Every degree"
        answer={degrees}
        {...form.field('degreeId')}
        onChange={(chosen) => form.setAll({ degreeId: chosen, specialtyId: '' })}
      />
      <LookupField
        label={names.of('specialty')}
        placeholder="Every specialty"
        answer={specialties}
        {...form.field('specialtyId')}
      />
      <DocumentsField answer={documentTypes} {...form.field('documents')} />
      <TextAreaField label="Note" hint="People see it before they submit." {...form.field('note')} />
      <SwitchField
        label="Default of the target"
        hint="Applies where no package is for the degree and specialty. The target has one default: this one takes its place."
        {...form.field('isDefault')}
      />
    </FormPage>
  );
}

const titlesOf = ({ id, target }: SubmissionPackage) =>
  id <= 0 ? { title: 'Add package', saveLabel: 'Add package' } : { title: `Package for ${target}`, saveLabel: 'Save package' };

/** What the chosen target lists; null while none is chosen. */
function useLists(targetId: string, degreeId: string) {
  const me = useSession().customer.id;
  const wanted = targetId !== '';
  const of = { me, targetId: Number(targetId) || 1 };
  const degrees = useReply(listPackageDegrees, of, { wanted });
  const specialties = useReply(listPackageSpecialties, { ...of, degreeId: Number(degreeId) }, { wanted });
  const documentTypes = useReply(listPackageDocuments, of, { wanted });
  return wanted ? { degrees, specialties, documentTypes } : { degrees: null, specialties: null, documentTypes: null };
}
