import { IconAlertTriangle } from '@tabler/icons-react';
import type { ColumnReport, FileFlag } from '#contract/collecting/column-mapping.ts';
import type { previewUpload } from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { feedFieldLabel } from '#src/entities/collect/feed-fields.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { unreadOf } from './column-words.ts';

/** What to look at before jobs are staged: starts long past, and amounts out of range, with the first rows. */
export function FileFlags({ flags }: { flags: readonly FileFlag[] }) {
  const names = useFieldNames();
  const format = useFormat();
  if (flags.length === 0) return null;
  const shown = (field: FileFlag['field'], value: string | number) =>
    typeof value === 'string' ? format.localDate(value) : field === 'feePercentage' ? `${value}%` : format.money(value);
  return (
    <ul className="upload-flags" aria-label="Check before staging">
      {flags.map((flag) => (
        <li key={`${flag.kind}/${flag.field}`} className="upload-note">
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <strong>{headOf(flag, names)}</strong>
            <p>
              {flag.rows.map(({ row, providerJobId, value }, index) => (
                <span key={row}>
                  {index > 0 && ' · '}
                  Row {row} ({providerJobId}): {shown(flag.field, value)}
                </span>
              ))}
              {flag.count > flag.rows.length && ` · ${(flag.count - flag.rows.length).toLocaleString('en-US')} more`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const headOf = ({ kind, field, count, expected }: FileFlag, names: FieldNames): string =>
  kind === 'past_start'
    ? `${counted(count, 'start date')} more than 30 days past`
    : `${feedFieldLabel(field, names)}: ${counted(count, 'value')} outside ${expected}`;

/** The columns that are not read, with what they seem to be. */
export function UnreadColumns({ columns }: { columns: readonly ColumnReport[] }) {
  const unread = unreadOf(columns);
  if (unread.length === 0) return null;
  const shown = unread.slice(0, 20);
  return (
    <p className="upload-unread-columns">
      <strong>{counted(unread.length, 'column')} not read:</strong>{' '}
      {shown.map(({ column, seems }, index) => (
        <span key={column}>
          {index > 0 && ', '}
          {column} <span className="muted">({seems})</span>
        </span>
      ))}
      {unread.length > shown.length && `, ${unread.length - shown.length} more`}.
    </p>
  );
}

type FilePreview = Pick<ReplyOf<typeof previewUpload>, 'derivedIds' | 'jobs' | 'truncated'>;

/** Notes about the whole file: jobs without ids, and rows that were left out. */
export function FileNotes({ preview: { derivedIds, jobs, truncated } }: { preview: FilePreview }) {
  return (
    <>
      {derivedIds > 0 && (
        <p className="upload-note">
          {derivedIds === jobs ? 'The file has no job IDs.' : `${counted(derivedIds, 'job')} had no ID.`} IDs were created from
          each job’s details, so the same file updates jobs instead of duplicating them.
        </p>
      )}
      {truncated !== null && <p className="upload-note">{truncated}</p>}
    </>
  );
}
