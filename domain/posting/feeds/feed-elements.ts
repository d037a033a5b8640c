import type { FeedElement, FeedField } from '#contract/posting/feed-settings.ts';

/** The elements that Indeed documents, in its order. */
export const indeedElements: readonly FeedElement[] = [
  { field: 'title', name: 'title' },
  { field: 'date', name: 'date' },
  { field: 'reference', name: 'referencenumber' },
  { field: 'requisition', name: 'requisitionid' },
  { field: 'url', name: 'url' },
  { field: 'company', name: 'company' },
  { field: 'agency', name: 'sourcename' },
  { field: 'city', name: 'city' },
  { field: 'state', name: 'state' },
  { field: 'country', name: 'country' },
  { field: 'zip', name: 'postalcode' },
  { field: 'street', name: 'streetaddress' },
  { field: 'description', name: 'description' },
  { field: 'pay', name: 'salary' },
  { field: 'jobType', name: 'jobtype' },
  { field: 'category', name: 'category' },
  { field: 'expires', name: 'expirationdate' },
];

/** The elements of a feed whose agency has chosen none: the usual names of the field. */
export const usualElements: readonly FeedElement[] = [
  { field: 'reference', name: 'referencenumber' },
  { field: 'title', name: 'title' },
  { field: 'degree', name: 'Discipline' },
  { field: 'specialty', name: 'specialty' },
  { field: 'city', name: 'city' },
  { field: 'state', name: 'state' },
  { field: 'zip', name: 'zipcode' },
  { field: 'shift', name: 'shift' },
  { field: 'startDate', name: 'startdate' },
  { field: 'endDate', name: 'enddate' },
  { field: 'weeks', name: 'duration' },
  { field: 'positions', name: 'positions' },
  { field: 'jobType', name: 'jobType' },
  { field: 'payPerHour', name: 'PayRate' },
  { field: 'url', name: 'url' },
  { field: 'date', name: 'postdate' },
  { field: 'description', name: 'description' },
];

const labels: Partial<Record<FeedField, string>> = {
  title: 'Title',
  date: 'Date posted',
  reference: 'Reference',
  requisition: 'Source and job ID',
  url: 'Application URL',
  company: 'Company',
  agency: 'Agency',
  city: 'City',
  state: 'State',
  country: 'Country',
  zip: 'ZIP code',
  street: 'Street',
  description: 'Description',
  pay: 'Pay with its period',
  payPerHour: 'Pay per hour',
  payPerWeek: 'Pay per week',
  jobType: 'Job type',
  category: 'Degree and specialty',
  degree: 'Degree',
  specialty: 'Specialty',
  shift: 'Shift',
  startDate: 'Start date',
  endDate: 'End date',
  expires: 'Last day to apply',
  weeks: 'Weeks',
  positions: 'Positions',
  hoursPerWeek: 'Hours per week',
};

/** What people call a field of a feed. */
export const feedFieldLabel = (field: FeedField): string => labels[field] ?? `Custom Field ${field.replace('custom', '')}`;
