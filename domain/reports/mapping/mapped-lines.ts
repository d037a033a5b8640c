import type { MapKind } from '#contract/rows/rows.ts';
import type { MapRow } from '../../mapping/table/map-rows.ts';
import type { MappedTextLine } from './mapped-texts.ts';

/** A text of a mapping table as its report has it: a suggestion is no mapping. `jobsTo` opens its open jobs. */
export function mappedTextLine(row: MapRow, targetId: number, jobsTo: string | null): MappedTextLine {
  const isMapped = row.value.mappedId !== null;
  const mapped = <K extends keyof MapRow>(key: K) => (isMapped ? row[key] : null);
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
    jobsTo,
    mapTo: `/mapfacility/1/${targetId}/${row.sourceId}/${encodeURIComponent(row.text)}`,
  };
}

/** The kind of mapping that each report of mapped texts is about, by the report's address. */
export const mappedKinds: Readonly<Record<string, MapKind>> = {
  '/report_mapdetail': 'facility',
  '/report_mapcert': 'degree',
  '/report_mapspec': 'specialty',
  '/report_mapshift': 'shift',
};
