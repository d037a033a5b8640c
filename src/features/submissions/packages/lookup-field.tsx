import { messages } from '#contract/kit/messages.ts';
import type { BoundText } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';

type Props = BoundText & {
  label: string;
  placeholder: string;
  /** What the target lists; null until a target is chosen. */
  answer: {
    readonly reply: readonly { readonly id: number; readonly name: string }[] | null;
    readonly problem: string | null;
  } | null;
};

/** A degree or a specialty of the target; blank for any. A target without one says so in the documented words. */
export function LookupField({ answer, label, placeholder, ...bound }: Props) {
  const rows = answer?.reply ?? null;
  const hint =
    answer === null ? 'Choose a target first.' : rows === null ? answer.problem : rows.length === 0 ? messages.notFound : null;
  return (
    <ReferenceField
      label={label}
      placeholder={placeholder}
      disabled={rows === null}
      choices={referencesOf(rows ? [...rows] : null)}
      {...(hint !== null && { hint })}
      {...bound}
    />
  );
}
