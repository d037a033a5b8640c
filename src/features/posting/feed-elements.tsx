import { Button, Fieldset, Select, TextInput } from '@mantine/core';
import { FeedElement, feedFields } from '#contract/posting/feed-settings.ts';
import { feedFieldLabel } from '#domain/posting/feeds/feed-elements.ts';
import type { Bound } from '#src/ui/form/use-form.ts';

const choices = feedFields.map((field) => ({ value: field, label: feedFieldLabel(field) }));

/** Why an element cannot be saved. */
const problemOf = (element: FeedElement) => FeedElement.safeParse(element).error?.issues[0]?.message;

/** The elements of a feed, in their order: the field of the job, and its name in the feed. */
export function FeedElementsField({ value, onChange, error }: Bound<FeedElement[]>) {
  const replace = (at: number, change: Partial<FeedElement>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...change } : one)));
  const free = feedFields.find((field) => !value.some((one) => one.field === field)) ?? 'title';
  return (
    <Fieldset legend="Elements" className="feed-elements">
      {value.map(({ field, name }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- elements have no identity but their place
        <div key={at} className="feed-element">
          <Select
            aria-label={`Field of element ${at + 1}`}
            data={choices}
            searchable
            allowDeselect={false}
            value={field}
            onChange={(next) => next && replace(at, { field: next })}
          />
          <TextInput
            aria-label={`Name of element ${at + 1}`}
            classNames={{ input: 'mono' }}
            value={name}
            error={problemOf({ field, name })}
            onChange={(event) => replace(at, { name: event.currentTarget.value })}
          />
          <Button
            variant="default"
            aria-label={`Remove element ${at + 1}, ${name}`}
            onClick={() => onChange(value.filter((_, i) => i !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" data-tone="bad">
          {error}
        </p>
      )}
      <Button variant="default" disabled={value.length >= 60} onClick={() => onChange([...value, { field: free, name: free }])}>
        Add element
      </Button>
    </Fieldset>
  );
}
