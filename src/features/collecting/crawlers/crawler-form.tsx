import { listCrawlers, listCrawlerTags, readCrawler, saveCrawler } from '#contract/collecting/crawlers.ts';
import { crawlerKinds } from '#src/entities/collect/crawler-words.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { SecretField, SelectField, SwitchField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { type Crawler, CrawlerDraft, draftOf, type Results, sentOf } from './crawler.ts';
import { FieldTable } from './field-table.tsx';

const kinds = Object.entries(crawlerKinds).map(([value, label]) => ({ value, label }));

type Props = { crawler: Crawler; onSaved: (results: Results) => void; onBack: () => void };

/** Everything that administrators edit of a crawler. The service settles and checks the flags again. */
export function CrawlerForm({ crawler, onSaved, onBack }: Props) {
  const send = useSend(saveCrawler, [listCrawlers, listCrawlerTags, readCrawler]);
  const isNew = crawler.id === 0;
  const form = useForm(CrawlerDraft, {
    initial: draftOf(crawler),
    async onSubmit(draft) {
      const answer = await send(sentOf(crawler, draft));
      if (!answer.ok) return problemsOf(answer.error);
      onSaved(answer.value);
      return undefined;
    },
  });
  return (
    <FormPage
      bare
      title={isNew ? 'New crawler' : crawler.name}
      form={form}
      saveLabel={isNew ? 'Add crawler' : 'Save crawler'}
      blocked={useBlocked()}
      onBack={onBack}
      backLabel="Back to crawlers"
    >
      <Fields form={form} crawler={crawler} />
    </FormPage>
  );
}

type FieldsProps = { form: ReturnType<typeof useForm<typeof CrawlerDraft>>; crawler: Crawler };

function Fields({ form, crawler: { id, hasOrgKey } }: FieldsProps) {
  const { kind, settings, recipe } = form.values;
  return (
    <>
      <TextField label="Name" required {...form.field('name')} />
      <TextField label="Site" hint="The vendor’s system, as people call it or by its address." {...form.field('site')} />
      <TextField label="About" hint="One sentence for people who choose it for a task." {...form.field('about')} />
      <SelectField label="Kind" required choices={kinds} hint="How its jobs are collected." {...kindField(form)} />
      <TagsField label="Tags" hint="Administrators find crawlers by them." {...form.field('tags')} />
      <FieldTable {...form.field('settings')} />
      {settings.presetOrgKey && <SecretField label="Org key for all tasks" isKept={hasOrgKey} {...form.field('orgKey')} />}
      {(kind === 'portal' || recipe.trim() !== '') && (
        <TextAreaField
          label="Recipe"
          mono
          rows={8}
          hint="The steps of the portal as JSON. Devices never get it."
          {...form.field('recipe')}
        />
      )}
      {id !== 0 && (
        <SwitchField
          label="Deleted"
          hint="No task can choose it. A crawler that tasks use cannot be deleted."
          {...form.field('isDeleted')}
        />
      )}
    </>
  );
}

/** The kind, which a select holds as text. */
function kindField(form: FieldsProps['form']) {
  const { onChange, ...field } = form.field('kind');
  const choose = (next: string) => {
    const known = CrawlerDraft.shape.kind.safeParse(next);
    if (known.success) onChange(known.data);
  };
  return { ...field, onChange: choose };
}
