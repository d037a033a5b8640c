import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import type { FeedbackForm } from './feedback-draft.ts';
import './feedback.css';

type Props = {
  readonly form: FeedbackForm;
  /** The reasons by their bit. */
  readonly reasons: Readonly<Record<number, string>>;
  /** The label of the words: what the user should tell. */
  readonly tell: string;
};

/** Whether an AI result met the expectation, with reasons for a no, words, and the way out of such questions. */
export function FeedbackFields({ form, reasons, tell }: Props) {
  const { success } = form.values;
  return (
    <>
      <YesOrNo form={form} />
      {success === false && <Reasons form={form} reasons={reasons} />}
      <TextAreaField label={tell} {...form.field('message')} />
      <Checkbox
        label="Don’t ask me again"
        checked={form.values.optOut}
        onChange={(event) => form.set('optOut', event.currentTarget.checked)}
      />
    </>
  );
}

function YesOrNo({ form }: { readonly form: FeedbackForm }) {
  const name = useId();
  const problem = form.problems.find(({ field }) => field === 'success')?.words;
  // A good result has no reasons against it.
  const answer = (success: boolean) => form.setAll(success ? { success, mask: 0 } : { success });
  return (
    <fieldset className="feedback-set">
      <legend>Did the result meet your expectation?</legend>
      {[true, false].map((success) => (
        <label key={String(success)}>
          <input
            type="radio"
            name={name}
            data-path="success"
            checked={form.values.success === success}
            onChange={() => answer(success)}
          />
          {success ? 'Yes' : 'No'}
        </label>
      ))}
      {problem && <span role="alert">{problem}</span>}
    </fieldset>
  );
}

function Reasons({ form, reasons }: Pick<Props, 'form' | 'reasons'>) {
  const { mask } = form.values;
  return (
    <fieldset className="feedback-set feedback-reasons">
      <legend>What was wrong?</legend>
      {Object.entries(reasons).map(([bit, words]) => (
        <Checkbox
          key={bit}
          size="xs"
          label={words}
          checked={(mask & Number(bit)) !== 0}
          onChange={(event) => form.set('mask', event.currentTarget.checked ? mask | Number(bit) : mask & ~Number(bit))}
        />
      ))}
    </fieldset>
  );
}
