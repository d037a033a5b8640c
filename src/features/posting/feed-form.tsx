import * as z from 'zod';
import { ContactEmail, ContactPhone, FeedElements, FeedFormat } from '#contract/posting/feed-settings.ts';
import { type DocumentedTarget, saveTarget } from '#contract/posting/posting.ts';
import { ApplyUrl } from '#contract/posting/target-settings.ts';
import { HierarchyLevel } from '#contract/rows/rows.ts';
import { usualElements } from '#domain/posting/feeds/feed-elements.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { type Bound, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { FeedElementsField } from './feed-elements.tsx';
import { LevelField } from './target/level-field.tsx';
import { useSaveTarget } from './target/use-save-target.ts';

const blank = z.literal('');
const Draft = z.object({
  name: saveTarget.args.shape.name,
  feedFormat: FeedFormat,
  feedElements: FeedElements,
  feedShowsPay: z.boolean(),
  feedAllJobs: z.boolean(),
  applyUrl: z.union([blank, ApplyUrl]),
  contactEmail: z.union([blank, ContactEmail]),
  contactPhone: z.union([blank, ContactPhone]),
  hierarchyLevel: HierarchyLevel,
  enabled: z.boolean(),
});

const formats: readonly { value: FeedFormat; label: string }[] = [
  { value: 'indeed', label: 'Indeed XML' },
  { value: 'xml', label: 'XML with chosen elements' },
  { value: 'json', label: 'JSON' },
  { value: 'csv', label: 'CSV' },
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const draftOf = ({ name, settings, feedAllJobs, hierarchyLevel, isDisabled }: DocumentedTarget): z.output<typeof Draft> => ({
  name,
  feedFormat: FeedFormat.safeParse(settings['feedFormat']).data ?? 'indeed',
  feedElements: FeedElements.safeParse(settings['feedElements']).data ?? [...usualElements],
  feedShowsPay: settings['feedShowsPay'] !== false,
  feedAllJobs,
  applyUrl: text(settings['applyUrl']),
  contactEmail: text(settings['contactEmail']),
  contactPhone: text(settings['contactPhone']),
  hierarchyLevel,
  enabled: !isDisabled,
});

function FormatField({ onChange, ...field }: Bound<FeedFormat>) {
  return (
    <SelectField label="Format" required choices={formats} {...field} onChange={(next) => onChange(FeedFormat.parse(next))} />
  );
}

/** Settings of a feed. */
export function FeedForm({ target }: { target: DocumentedTarget }) {
  const save = useSaveTarget();
  const form = useForm(Draft, {
    initial: draftOf(target),
    onSubmit: ({ name, enabled, hierarchyLevel, feedAllJobs, applyUrl, contactEmail, contactPhone, ...settings }) =>
      save({
        id: target.id,
        name,
        isDisabled: !enabled,
        hierarchyLevel,
        feedAllJobs,
        // Null means the service's own page, and no such contact.
        settings: {
          ...settings,
          applyUrl: applyUrl === '' ? null : applyUrl,
          contactEmail: contactEmail === '' ? null : contactEmail,
          contactPhone: contactPhone === '' ? null : contactPhone,
        },
      }),
  });
  const { feedFormat, applyUrl, contactEmail, contactPhone } = form.values;
  const isUnreachable = applyUrl === '' && contactEmail === '' && contactPhone === '';
  return (
    <FormPage bare title={`${target.name} settings`} form={form} saveLabel="Save target" blocked={useBlocked()}>
      <TextField label="Name" required {...form.field('name')} />
      <FormatField {...form.field('feedFormat')} />
      {feedFormat !== 'indeed' && <FeedElementsField {...form.field('feedElements')} />}
      <TextField
        label="Application URL"
        type="url"
        mono
        hint="{reference} is replaced with the job’s reference. Leave blank to use each job’s public page on this service."
        {...form.field('applyUrl')}
      />
      <div className="target-pair">
        <TextField label="Contact email" type="email" hint="Shown on each job’s public page" {...form.field('contactEmail')} />
        <TextField label="Contact phone" type="tel" hint="Shown on each job’s public page" {...form.field('contactPhone')} />
      </div>
      {isUnreachable && (
        <p role="status" data-tone="bad">
          The public pages name your agency only. Enter an email address or a phone number so that applicants can reach you.
        </p>
      )}
      <SwitchField label="Show pay" hint="When off, the feed and the public pages have no pay." {...form.field('feedShowsPay')} />
      <SwitchField
        label="All open jobs"
        hint="When off, the feed lists only jobs whose values are mapped."
        {...form.field('feedAllJobs')}
      />
      <LevelField {...form.field('hierarchyLevel')} />
      <SwitchField label="Enabled" hint="When off, the feed lists no jobs." {...form.field('enabled')} />
    </FormPage>
  );
}
