import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { commitUpload } from '#contract/collecting/uploads.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { requiredLabel, TextField } from '#src/ui/form/fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

const Draft = commitUpload.args.pick({ source: true });
/** No source has an empty name. */
const newSource = '';

/** A new source is always offered, also while a name is typed. */
const isOffered = ({ value, label }: { value: string; label: string }, search: string): boolean =>
  value === newSource || label.toLowerCase().includes(search.trim().toLowerCase());

type Props = {
  fileName: string;
  jobs: number;
  /** The source of the last file with the same columns, or null. */
  known: string | null;
  /** Why the jobs cannot be staged yet. */
  waits: string | undefined;
  /** A known source was chosen; empty for a new one. */
  onSource: (source: string) => void;
  onStage: (source: string) => Promise<Problems | undefined>;
  children: ReactNode;
};

/** The second step: choose the source and the columns, then stage the jobs. A new source is a choice of its own. */
export function StageForm({ fileName, jobs, known, waits, onSource, onStage, children }: Props) {
  const sources = useCollection('source').rows.map(({ name }) => name);
  const [isNew, setIsNew] = useState(false);
  const form = useForm(Draft, { initial: { source: known ?? '' }, onSubmit: ({ source }) => onStage(source) });
  // Even an unchanged form is unsaved work: leaving would lose the file that was read.
  useUnsavedWork(!form.dirty, { what: `the jobs in ${fileName}`, save: form.submit });
  const offline = useBlocked();
  const { onChange: setSource, ...bound } = form.field('source');
  const choose = (value: string | null) => {
    if (value === null) return;
    setIsNew(value === newSource);
    setSource(value);
    onSource(value);
  };
  const same = sources.some((name) => name.toLowerCase() === form.values.source.trim().toLowerCase());
  return (
    <FormPage
      bare
      title={`Stage jobs from ${fileName}`}
      form={form}
      saveLabel={`Stage ${counted(jobs, 'job')}`}
      blocked={offline ?? (jobs === 0 ? 'No row of the file gives a job.' : waits)}
    >
      <div className="upload-source">
        <Select
          label={requiredLabel('Source')}
          aria-required
          placeholder="Choose a source"
          description={
            known !== null && form.values.source === known
              ? 'The last file with these columns came from here.'
              : 'Jobs with the same ID are updated; none are canceled.'
          }
          searchable
          allowDeselect={false}
          maxDropdownHeight={320}
          filter={({ options, search }) => options.filter((option) => 'value' in option && isOffered(option, search))}
          data={[...sources, { value: newSource, label: 'New source…' }]}
          {...(isNew ? {} : bound)}
          value={isNew ? newSource : form.values.source || null}
          onChange={choose}
        />
        {isNew && (
          <TextField
            label="Name of the new source"
            required
            hint={
              same
                ? 'This source exists already. Its jobs are updated.'
                : 'It appears in filters and settings, so name the vendor.'
            }
            {...bound}
            onChange={setSource}
          />
        )}
      </div>
      {children}
    </FormPage>
  );
}
