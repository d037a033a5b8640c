import * as z from 'zod';
import { type DocumentedTarget, saveTarget } from '#contract/posting/posting.ts';
import { ApplyUrl } from '#contract/posting/target-settings.ts';
import { HierarchyLevel } from '#contract/rows/rows.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { LevelField } from './level-field.tsx';
import { useSaveTarget } from './use-save-target.ts';

const Draft = z.object({
  name: saveTarget.args.shape.name,
  applyUrl: z.union([z.literal(''), ApplyUrl]),
  hierarchyLevel: HierarchyLevel,
  enabled: z.boolean(),
});

/** Settings of an XML feed. */
export function FeedForm({ target }: { target: DocumentedTarget }) {
  const save = useSaveTarget();
  const { applyUrl } = target.settings;
  const form = useForm(Draft, {
    initial: {
      name: target.name,
      applyUrl: typeof applyUrl === 'string' ? applyUrl : '',
      hierarchyLevel: target.hierarchyLevel,
      enabled: !target.isDisabled,
    },
    onSubmit: (draft) =>
      save({
        id: target.id,
        name: draft.name,
        isDisabled: !draft.enabled,
        hierarchyLevel: draft.hierarchyLevel,
        // Null means the service's own URL.
        settings: { applyUrl: draft.applyUrl === '' ? null : draft.applyUrl },
      }),
  });
  return (
    <FormPage bare title={`${target.name} settings`} form={form} saveLabel="Save target" blocked={useBlocked()}>
      <TextField label="Name" required {...form.field('name')} />
      <TextField
        label="Application URL"
        type="url"
        mono
        hint="{reference} is replaced with the job’s reference. Leave blank to use a URL on this service."
        {...form.field('applyUrl')}
      />
      <LevelField {...form.field('hierarchyLevel')} />
      <SwitchField label="Enabled" hint="When off, the feed lists no jobs." {...form.field('enabled')} />
    </FormPage>
  );
}
