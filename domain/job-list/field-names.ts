import { type Labels, noLabels, workTypeKeys, workTypes } from '../fields/labels.ts';
import { fieldLabel } from './job-fields.ts';

/** What screens, files and emails call the fields of a job and the kinds of work. */
export type FieldNames = {
  /** The label of a field by its key. `otherwise` is said where no one changed the label; without it, the usual short name. */
  readonly of: (key: string, otherwise?: string) => string;
  /** What several of a field are called. `otherwise` is said where no one changed the label. */
  readonly many: (key: string, otherwise: string) => string;
  /** The work type with this number. */
  readonly workType: (number: number) => string;
  /** The same where people choose one: healthcare calls two of them Contract, so each also says its usual name there. */
  readonly workTypeChoice: (number: number) => string;
  readonly labels: Labels;
  /** All work types by their numbers, for a thread or a file. */
  readonly workTypes: Readonly<Record<number, string>>;
};

/** The names with a customer's labels. */
export function fieldNames(labels: Labels): FieldNames {
  const workType = (number: number) => labels(workTypeKeys[number] ?? '')?.one ?? workTypes[number] ?? String(number);
  const isShared = (number: number) =>
    Object.keys(workTypes).some((other) => Number(other) !== number && workType(Number(other)) === workType(number));
  return {
    of: (key, otherwise = fieldLabel(key)) => labels(key)?.one ?? otherwise,
    many: (key, otherwise) => labels(key)?.many ?? otherwise,
    workType,
    workTypeChoice: (number) => (isShared(number) ? `${workType(number)} (${workTypes[number]})` : workType(number)),
    labels,
    workTypes: Object.fromEntries(Object.keys(workTypes).map((number) => [number, workType(Number(number))])),
  };
}

/** The names without any customer's labels. */
export const defaultNames: FieldNames = fieldNames(noLabels);
