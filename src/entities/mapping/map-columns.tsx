import { Link } from 'react-router-dom';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { openJobsWithText } from '#domain/job-list/job-query.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

import { type Column, columnsOf } from '#src/ui/table/column.ts';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';

const col = columnsOf<MapTableRow>();
const syncLabel = {
  waiting: 'Queued',
  sending: 'Sending',
  failed: 'Not sent',
  blocked: 'Waiting for a rejected change',
  conflict: 'Changed by two people',
};

const text = col('text', 'Text', { cell: (row) => <Text row={row} /> });
const certainty = col('certainty', 'Confidence', { cell: (row) => <Certainty row={row} /> });
const placesIn = (names: FieldNames) => [col('mapCity', names.of('city')), col('mapState', names.of('state'))];

/** Columns of the mapping table of a kind. */
export function mapColumns(kind: MapKind, target: TargetRow, names: FieldNames): readonly Column<MapTableRow>[] {
  const mapped = col('mapName', `In ${target.name}`, { cell: (row) => <MappedTo row={row} /> });
  return [
    ...(kind === 'specialty'
      ? [col('within', names.of('degree'), { cell: ({ within }) => <span className="nowrap">{within}</span> })]
      : []),
    { ...text, label: names.of(kind) },
    col('source', names.of('source')),
    col('openJobs', 'Open jobs', { align: 'end', cell: (row) => <JobsLink row={row} kind={kind} target={target} /> }),
    mapped,
    certainty,
    ...(kind === 'facility' ? placesIn(names) : []),
    ...(kind === 'specialty' ? [col('mapParent', `${names.of('degree')} in ${target.name}`)] : []),
    col('externalId', 'ATS ID', { cell: ({ externalId }) => <span className="mono">{externalId ?? '—'}</span> }),
  ];
}

function Text({ row }: { row: MapTableRow }) {
  return (
    <span className="map-text-cell">
      <span>
        {row.text} {row.value.unique && <StateBadge tip="This text always means this value">Unique</StateBadge>}{' '}
        {row.sync && <StateBadge tone={row.sync === 'failed' ? 'bad' : 'pending'}>{syncLabel[row.sync]}</StateBadge>}
      </span>
      {row.place && <span className="choice-more">{row.place}</span>}
    </span>
  );
}

function MappedTo({ row }: { row: MapTableRow }) {
  const { bucket, mapName, value } = row;
  if (bucket === 'ignored') return <StateBadge>Ignored</StateBadge>;
  if (mapName === null) return <span className="muted">Not mapped</span>;
  const suggested = value.mappedId === null;
  return (
    <span className={`map-text-cell${suggested ? ' is-suggested' : ''}`}>
      <span>
        {mapName} {suggested && <StateBadge tone="pending">Suggested</StateBadge>}
        {value.how === 'auto' && <StateBadge tip="Mapped automatically at 95% or higher">Automatic</StateBadge>}
        {value.how === 'ai' && <StateBadge tone="info">✦ AI</StateBadge>}
      </span>
      {row.mapAddress && <span className="choice-more">{row.mapAddress}</span>}
    </span>
  );
}

const Certainty = ({ row: { certainty, mapName } }: { row: MapTableRow }) =>
  mapName === null || certainty === null ? <span className="muted">—</span> : <CertaintyPill value={certainty} />;

/** A link to the open jobs with this text in the staging grid. */
function JobsLink({ row, kind, target }: { row: MapTableRow; kind: MapKind; target: TargetRow }) {
  if (row.openJobs === 0) return <span className="muted">0</span>;
  return (
    <Link to={jobsPath(openJobsWithText(kind, row.id), target.id)} aria-label={`${row.openJobs} open jobs with ${row.text}`}>
      {row.openJobs.toLocaleString('en-US')}
    </Link>
  );
}
