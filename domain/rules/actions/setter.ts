import { fieldOf } from '#domain/fields/catalogue.ts';
import { kindOf } from '#domain/fields/values.ts';
import type { FieldRef } from '../language/condition.ts';
import type { Read } from './comparison-test.ts';
import { type Unwritable, type Write, writeOf } from './field-write.ts';
import { parseDateOperand, parseTemplate } from './operand.ts';

/** Writes a value to one field. `constant` is set if the value is the same for every job. */
export type Setter = {
  readonly ref: FieldRef;
  readonly reads: readonly FieldRef[];
  readonly constant: Write | null;
  readonly give: (read: Read) => Write | Unwritable;
};

const readsNothing: Read = () => null;

/** Parses the value that a field is set to. A constant that does not fit the field is refused here, once. */
export function prepareSetter(ref: FieldRef, operand: string, today: string): Setter | Unwritable {
  const field = fieldOf(ref.fieldId);
  const template = field && kindOf(field) === 'date' ? parseDateOperand(operand) : parseTemplate(operand);
  if ('problem' in template) return template;
  const give = (read: Read): Write | Unwritable => writeOf(ref, template.give(read, today));
  if (template.reads.length > 0) return { ref, reads: template.reads, constant: null, give };
  const constant = give(readsNothing);
  return 'problem' in constant ? constant : { ref, reads: [], constant, give: () => constant };
}
