import type { MapKind } from '#contract/rows/rows.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import { catalogueSources } from './catalogue-fields.ts';
import { jobFields } from './job-fields.ts';

/** The source column that groups jobs by a mapped kind: the name in the ATS, because vendors call one facility by many names. */
export const mappedGroupKey = (kind: MapKind) => `${kind}Name` as const;

/** Fields whose values many jobs share. Each job has its own number and instants. */
const groupedFields: ReadonlySet<string> = new Set(
  jobFields
    .filter(({ key, look }) => look !== 'instant' && !['providerJobId', 'id', 'externalJobId', 'note'].includes(key))
    .map(({ key }) => key),
);

/** Whether jobs can be grouped by a source column. */
export const isGroupKey = (key: string): boolean =>
  groupedFields.has(key) || catalogueSources.has(key) || mapKinds.some((kind) => mappedGroupKey(kind) === key);
