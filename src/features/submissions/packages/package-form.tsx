import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DocumentsField } from './documents-field.tsx';
import { LookupField } from './lookup-field.tsx';
import { choicesOf, type PackageLine } from './package.ts';
import { draftOf, draftSchema, type PackageDraft } from './package-draft.ts';
import type { usePackages } from './use-packages.ts';

type Props = { one: PackageLine; held: ReturnType<typeof usePackages> };

/** One package: its target, the degree and specialty that it is for, and its documents in order. Saving works offline. */
export function PackageForm({ one, held: { lines, entries, targets } }: Props) {
  const navigate = useNavigate();
  const back = () => void navigate(pathTo('/subPackages'));
  const [saved, setSaved] = useState(false);
  const [newRef] = useState(() => crypto.randomUUID());
  const isNew = one.targetId === 0;
  const [id, ref] = isNew ? [localIdOf(newRef), newRef] : [one.id, one.ref];
  const schema = useMemo(() => draftSchema(id, lines, entries), [id, lines, entries]);
  const form = useForm(schema, {
    initial: draftOf(one),
    onSubmit: useSaveChange('submissionPackage.save.v1', {
      args: (draft: PackageDraft) => ({ ...draft, id, ref, isDefault: changedDefault(draft, one) }),
      done: ({ targetId }) => `Package for ${nameOf(targetId)} saved`,
      onSaved: () => setSaved(true),
    }),
  });
  useWhenClean(saved || null, form, back);
  const names = useFieldNames();
  const nameOf = (targetId: number) => targets.find((target) => target.id === targetId)?.name ?? 'a target';
  const { targetId, degreeId } = form.values;
  const choices = useMemo(
    () => (targetId === '' ? null : choicesOf(entries, Number(targetId), Number(degreeId))),
    [entries, targetId, degreeId],
  );
  const chosenTarget = (chosen: string) => form.setAll({ targetId: chosen, degreeId: '', specialtyId: '', documents: [] });
  return (
    <FormPage {...titlesOf(isNew, one)} form={form} onBack={back} backLabel="All packages">
      <SelectField
        label="Target"
        required
        hint={isNew ? 'Where the submissions go.' : undefined}
        choices={targetChoices(targets.toSorted((a, b) => a.name.localeCompare(b.name, 'en')))}
        {...form.field('targetId')}
        onChange={chosenTarget}
      />
      <LookupField
        label={names.of('degree')}
        placeholder="Every degree"
        rows={choices?.degrees ?? null}
        {...form.field('degreeId')}
        onChange={(chosen) => form.setAll({ degreeId: chosen, specialtyId: '' })}
      />
      <LookupField
        label={names.of('specialty')}
        placeholder="Every specialty"
        rows={choices?.specialties ?? null}
        {...form.field('specialtyId')}
      />
      <DocumentsField types={choices?.documents ?? null} {...form.field('documents')} />
      <TextAreaField label="Note" hint="People see it before they submit." {...form.field('note')} />
      <SwitchField
        label="Default of the target"
        hint="Applies where no package is for the degree and specialty. The target has one default: this one takes its place."
        {...form.field('isDefault')}
      />
    </FormPage>
  );
}

const titlesOf = (isNew: boolean, { target }: PackageLine) =>
  isNew ? { title: 'Add package', saveLabel: 'Add package' } : { title: `Package for ${target}`, saveLabel: 'Save package' };

/** The switch, if the person moved it. Null leaves it as it is. */
const changedDefault = (draft: PackageDraft, { isDefault }: PackageLine): boolean | null =>
  draft.isDefault === isDefault ? null : draft.isDefault;
