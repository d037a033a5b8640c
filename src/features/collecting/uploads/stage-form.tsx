import { Autocomplete } from '@mantine/core';
import { commitUpload } from '#contract/collecting/uploads.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { sourceNameOf } from './source-name.ts';

const Draft = commitUpload.args.pick({ source: true });

type Props = { fileName: string; jobs: number; onStage: (source: string) => Promise<Problems | undefined> };

/** The second step: choose the source to stage the jobs under. */
export function StageForm({ fileName, jobs, onStage }: Props) {
  const sources = useCollection('source').rows.map(({ name }) => name);
  const form = useForm(Draft, { initial: { source: sourceNameOf(fileName) }, onSubmit: ({ source }) => onStage(source) });
  // Even an unchanged form is unsaved work: leaving would lose the file that was read.
  useUnsavedWork(!form.dirty, { what: `the jobs in ${fileName}`, save: form.submit });
  const known = sources.some((name) => name.toLowerCase() === form.values.source.trim().toLowerCase());
  return (
    <FormPage
      bare
      title={`Stage jobs from ${fileName}`}
      form={form}
      saveLabel={`Stage ${counted(jobs, 'job')}`}
      blocked={useBlocked()}
    >
      <Autocomplete
        label="Source (required)"
        aria-required
        description={
          known
            ? 'This source already has jobs. Jobs with the same ID are updated, others are added. No jobs are canceled.'
            : 'Jobs are staged under this name. Choose an existing source to update its jobs.'
        }
        maxDropdownHeight={320}
        data={sources}
        {...form.field('source')}
      />
    </FormPage>
  );
}
