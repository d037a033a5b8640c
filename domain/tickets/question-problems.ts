import type { QuestionField, TicketAnswer } from '#contract/rows/ticket.ts';

/** A field of a question that must be filled, or the fields of a group of which one must be: `name` is “a or b”. */
export type MissingAnswer = { readonly fieldId: number; readonly name: string };

const isFilled = (answers: readonly Pick<TicketAnswer, 'fieldId' | 'value'>[], { id }: QuestionField): boolean =>
  answers.some(({ fieldId, value }) => fieldId === id && value.trim() !== '');

/**
 * What is missing among the answers to a question's fields (spec 3:114, 3:115): fields in no group with `required` 1, and groups with
 * `required` 2 of which no field is filled. In the order of the fields; a group counts where its first field is.
 */
export function missingAnswers(
  fields: readonly QuestionField[],
  answers: readonly Pick<TicketAnswer, 'fieldId' | 'value'>[],
): readonly MissingAnswer[] {
  const groups = new Set<string>();
  return fields.flatMap((field): MissingAnswer[] => {
    const { id, name, group, required } = field;
    if (group === null) return required === 1 && !isFilled(answers, field) ? [{ fieldId: id, name }] : [];
    if (groups.has(group)) return [];
    groups.add(group);
    const members = fields.filter((each) => each.group === group);
    if (!members.some((each) => each.required === 2)) return [];
    if (members.some((each) => isFilled(answers, each))) return [];
    return [{ fieldId: id, name: members.map((each) => each.name).join(' or ') }];
  });
}
