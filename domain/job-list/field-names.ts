import { type Labels, noLabels, workTypeKeys, workTypes } from '../fields/labels.ts';
import { fieldLabel } from './job-fields.ts';

/** What screens, files and emails call the fields of a job and the kinds of work. */
export type FieldNames = {
  /** The label of a field by its key. `otherwise` is said where no one changed the label; without it, the usual short name. */
  readonly of: (key: string, otherwise?: string) => string;
  /** The work type with this number. */
  readonly workType: (number: number) => string;
  readonly labels: Labels;
};

/** The names with a customer's labels. */
export const fieldNames = (labels: Labels): FieldNames => ({
  of: (key, otherwise = fieldLabel(key)) => labels(key)?.one ?? otherwise,
  workType: (number) => labels(workTypeKeys[number] ?? '')?.one ?? workTypes[number] ?? String(number),
  labels,
});

/** The names without any customer's labels. */
export const defaultNames: FieldNames = fieldNames(noLabels);
