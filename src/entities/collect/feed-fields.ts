import { FeedField } from '#contract/collecting/column-mapping.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { fieldLabel, jobFields } from '#domain/job-list/job-fields.ts';

/** Fields that the grid does not show, or shows under a short name. */
const own: Partial<Record<FeedField, readonly [label: string, group: string]>> = {
  providerJobId: ['Job ID', 'Identity'],
  positions: ['Positions', 'Status'],
  description: ['Description', 'Identity'],
  jobUrl: ['Link to the job', 'Identity'],
  facility: [fieldLabel('facility'), 'Place'],
  degree: [fieldLabel('degree'), 'Qualification'],
  specialty: [fieldLabel('specialty'), 'Qualification'],
  licenses: [fieldLabel('licenses'), 'Qualification'],
  experience: [fieldLabel('experience'), 'Qualification'],
  degreeAndSpecialty: ['Degree and specialty', 'Qualification'],
  shift: [fieldLabel('shift'), 'Hours'],
  startDate: ['Start date', 'Dates'],
  endDate: ['End date', 'Dates'],
  dateRange: ['Start and end date', 'Dates'],
  durationWeeks: ['Duration in weeks', 'Dates'],
  durationUnit: ['Unit of the duration', 'Dates'],
  place: ['City, state and zip', 'Place'],
  country: ['Country', 'Place'],
  held: ['On hold', 'Status'],
};

const groupOf = (field: FeedField): string => own[field]?.[1] ?? jobFields.find(({ key }) => key === field)?.group ?? 'Other';

/** The name of a field that a column of a file may fill. */
export const feedFieldLabel = (field: FeedField, names: FieldNames): string =>
  names.of(field, own[field]?.[0] ?? fieldLabel(field));

const groups = ['Identity', 'Place', 'Qualification', 'Hours', 'Dates', 'Rates', 'Pay', 'Status', 'People'];

/** Every field that a column may fill, in groups as a picker lists them. */
export const feedFieldGroups = (names: FieldNames): { group: string; items: { value: FeedField; label: string }[] }[] =>
  groups.map((group) => ({
    group,
    items: FeedField.options
      .filter((field) => groupOf(field) === group)
      .map((field) => ({ value: field, label: feedFieldLabel(field, names) })),
  }));
