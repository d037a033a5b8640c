import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { type FieldInfo, type JobFieldGroup, jobFields } from '#domain/job-list/job-fields.ts';
import { jobBadges, statusLabel } from '#domain/job-list/job-states.ts';
import { canceledBy } from '#domain/jobs/canceled-by.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { belowFloor } from '#domain/posting/rate-floor.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useExpandedStatus } from '#src/entities/status/use-customer-statuses.ts';
import { blank } from '#src/ui/format/format.ts';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';
import { LockGlyph } from '#src/ui/mark/lock-glyph.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AssignedByRule } from './assigned-by-rule.tsx';
import { EditableFact } from './editable-fact.tsx';
import { JobFamily } from './job-family.tsx';
import { JobPay } from './job-pay.tsx';
import { MoreFields } from './more-fields.tsx';
import { aboutIt, ofWork } from './panel-places.ts';

type SummaryProps = {
  readonly job: JobRow;
  /** The ATS value of each kind; null while it is not mapped. */
  readonly mapped: Readonly<Record<MapKind, string | null>>;
  /** What the job is mapped to, by field of the catalog. */
  readonly mappedOf: MappedOf;
  /** The grid's columns: those that can be edited there can be edited here. */
  readonly columns: readonly GridColumn[];
};

/** The values of a job, group by group. Fields without a value are named at the end. */
export function JobSummary({ job, mapped, mappedOf, columns }: SummaryProps) {
  const now = useNow();
  const names = useFieldNames();
  const wordsOf = useWords(job);
  const canceler = canceledBy(job);
  // The vendor's status comes first; a badge with the same label would repeat it.
  const { floor } = useRateFloor();
  const floorState = belowFloor(job, floor)?.state ?? null;
  const badges = jobBadges({ ...job, floorState }, now).filter(({ words }) => words !== statusLabel(job.status));
  return (
    <div className="job-summary">
      <div className="job-badges">
        <StateBadge>{statusLabel(job.status)}</StateBadge>
        {badges.map((badge) => (
          <StateBadge key={badge.words} tone={badge.tone} tip={badge.means}>
            {badge.words}
          </StateBadge>
        ))}
      </div>
      {canceler && (
        <p className="muted">
          Job {job.providerJobId}{' '}
          {canceler.by === 'rule' ? messages.cancelledByRule({ ruleId: canceler.ruleId }) : messages.isCancelled}.
        </p>
      )}
      <AssignedByRule job={job} />
      <dl className="job-texts">
        {mapKinds.map((kind) => (
          <MappedText key={kind} kind={kind} text={job[kind]} name={mapped[kind]} />
        ))}
      </dl>
      <JobFamily job={job} />
      <FieldGroups job={job} groups={ofWork} now={now} columns={columns} />
      <JobPay job={job} mappedDegree={mapped.degree} />
      <FieldGroups job={job} groups={aboutIt} now={now} columns={columns} />
      <MoreFields
        job={job}
        mappedOf={mappedOf}
        empty={jobFields.flatMap((field) =>
          wordsOf(field) === null && !editable(columns, field.key) ? [names.of(field.key, field.label)] : [],
        )}
      />
      {job.jobUrl && (
        <p>
          <a href={job.jobUrl} target="_blank" rel="noreferrer">
            Open in VMS
          </a>
        </p>
      )}
    </div>
  );
}

/** The ATS value, which is the one that is posted, with the vendor's own text where it reads differently. */
function MappedText({ kind, text, name }: { kind: MapKind; text: string | null; name: string | null }) {
  const names = useFieldNames();
  return (
    <div>
      <dt>{names.of(kind)}</dt>
      <dd>{name ?? text ?? blank}</dd>
      {name !== null && text !== null && name !== text && <small className="muted">Vendor: {text}</small>}
      {name === null && text !== null && <small className="muted">Not mapped</small>}
    </div>
  );
}

type GroupsProps = Pick<SummaryProps, 'job' | 'columns'> & { readonly groups: readonly JobFieldGroup[]; readonly now: number };

/** The fields of a job that have a value or can be edited, group by group, with the locks set by users. */
function FieldGroups({ job, groups, now, columns }: GroupsProps) {
  const names = useFieldNames();
  const format = useFormat();
  const view = useJobView(job);
  const wordsOf = useWords(job);
  return groups.map((group) => {
    const fields = jobFields.filter(
      (field) => field.group === group && (wordsOf(field) !== null || editable(columns, field.key)),
    );
    if (fields.length === 0) return null;
    return (
      <section key={group}>
        <h3>{group === 'Status' ? names.of('status', 'Status') : group}</h3>
        <dl className="job-facts">
          {fields.map((field) => {
            const lock = job.locks[field.key];
            return (
              <div key={field.key}>
                <dt>{names.of(field.key, field.label)}</dt>
                <dd>
                  <Fact row={view} column={editable(columns, field.key)} words={wordsOf(field)} />
                  {lock && (
                    <LockGlyph tip={`Set by ${lock.by}, ${format.ago(lock.at, now)}. Source says ${lock.was ?? 'nothing'}.`} />
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    );
  });
}

/** The job as a row of columns. */
function useJobView(job: JobRow): RowView {
  const expandedStatus = useExpandedStatus(job);
  const values = { ...job, expandedStatus } as unknown as Record<string, Cell>;
  return { id: job.id, get: (key) => values[key] ?? null };
}

/** A field of the job as text; null if it is empty. */
function useWords(job: JobRow): (field: FieldInfo) => string | null {
  const format = useFormat();
  const names = useFieldNames();
  const view = useJobView(job);
  return (field) => fieldText(view, field, { format, names });
}

const editable = (columns: readonly GridColumn[], key: string): GridColumn | undefined =>
  columns.find((column) => column.key === key && column.edit);

const Fact = ({ row, column, words }: { row: RowView; column: GridColumn | undefined; words: string | null }) =>
  column ? <EditableFact row={row} column={column} words={words} /> : words;
