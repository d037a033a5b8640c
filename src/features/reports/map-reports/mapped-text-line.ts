import type { MapKind } from '#contract/rows/rows.ts';
import type { MappedTextLine } from '#domain/reports/mapping/mapped-texts.ts';
import { openJobsWithText } from '#src/entities/job/job-query.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';

/** A text of the mapping table as the report has it: a suggestion is no mapping. */
export function mappedTextLine(row: MapTableRow, kind: MapKind, targetId: number): MappedTextLine {
  const isMapped = row.value.mappedId !== null;
  const mapped = <K extends keyof MapTableRow>(key: K) => (isMapped ? row[key] : null);
  return {
    id: row.id,
    text: row.text,
    within: row.within,
    source: row.source,
    openJobs: row.openJobs,
    ignored: row.bucket === 'ignored',
    mapName: mapped('mapName'),
    mapParent: mapped('mapParent'),
    mapAddress: mapped('mapAddress'),
    mapCity: mapped('mapCity'),
    mapState: mapped('mapState'),
    mapZip: mapped('mapZip'),
    jobsTo: row.openJobs === 0 ? null : jobsPath(openJobsWithText(kind, row.id), targetId),
    mapTo: `/mapfacility/1/${targetId}/${row.sourceId}/${encodeURIComponent(row.text)}`,
  };
}
