import { messages } from '#contract/kit/messages.ts';
import type { BoundText } from '#src/ui/form/fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';

type Props = BoundText & {
  label: string;
  placeholder: string;
  /** What the target lists; null until a target is chosen. */
  rows: readonly { readonly id: number; readonly name: string }[] | null;
};

/** A degree or a specialty of the target; blank for any. A target without one says so in the documented words. */
export function LookupField({ rows, label, placeholder, ...bound }: Props) {
  const hint = rows === null ? 'Choose a target first.' : rows.length === 0 ? messages.notFound : null;
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
