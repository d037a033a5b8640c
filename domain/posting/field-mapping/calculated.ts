import { fieldKeyed, fieldOf } from '#domain/fields/catalogue.ts';
import { fieldsRead } from '#domain/rules/problems/condition-problems.ts';
import { lineCondition, lineText } from './line-value.ts';
import type { FieldLine } from './mapped-fields.ts';

/** Whether a line reads a calculated field, which may need the customer's pay setup and statuses. */
export function readsCalculated(line: FieldLine): boolean {
  const condition = lineCondition(line);
  const text = lineText(line);
  const refs = [...('problem' in condition ? [] : fieldsRead(condition.tree)), ...('problem' in text ? [] : text.reads)];
  const isCalculated = (home: string | undefined) => home === 'derived';
  return isCalculated(fieldKeyed(line.jobField ?? '')?.home) || refs.some(({ fieldId }) => isCalculated(fieldOf(fieldId)?.home));
}
