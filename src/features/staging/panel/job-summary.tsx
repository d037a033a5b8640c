import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { canceledBy } from '#domain/jobs/canceled-by.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import { type JobFieldGroup, jobFields } from '#src/entities/job/job-fields.ts';
import { jobBadges, statusLabel } from '#src/entities/job/job-states.ts';
import { blank } from '#src/ui/format/format.ts';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';
import { LockGlyph } from '#src/ui/mark/lock-glyph.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { JobPay } from './job-pay.tsx';

/** Groups in reading order. Pay comes between them, because it follows from the first groups. */
const ofWork: readonly JobFieldGroup[] = ['Dates', 'Rates', 'Pay', 'Hours'];
const aboutIt: readonly JobFieldGroup[] = ['Place', 'People', 'Status', 'Identity'];
const vendorTexts = ['facility', 'degree', 'specialty', 'shift'] as const;

/** The known values of a job, group by group. Blank fields are left out. */
export function JobSummary({ job, mappedDegree }: { job: JobRow; mappedDegree: string | null }) {
  const now = useNow();
  const canceler = canceledBy(job);
  // The vendor's status comes first; a badge with the same label would repeat it.
  const badges = jobBadges(job, now).filter(({ words }) => words !== statusLabel(job.status));
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
      <dl className="job-texts">
        {vendorTexts.map((key) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{job[key] ?? blank}</dd>
          </div>
        ))}
      </dl>
      <FieldGroups job={job} groups={ofWork} now={now} />
      <JobPay job={job} mappedDegree={mappedDegree} />
      <FieldGroups job={job} groups={aboutIt} now={now} />
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

type GroupsProps = { readonly job: JobRow; readonly groups: readonly JobFieldGroup[]; readonly now: number };

/** The fields of a job that have a value, group by group, with the locks set by users. */
function FieldGroups({ job, groups, now }: GroupsProps) {
  const format = useFormat();
  const view: RowView = { id: job.id, get: (key) => (job as unknown as Record<string, Cell>)[key] ?? null };
  return groups.map((group) => {
    const fields = jobFields.filter((field) => field.group === group && fieldText(view, field, format) !== null);
    if (fields.length === 0) return null;
    return (
      <section key={group}>
        <h3>{group}</h3>
        <dl className="job-facts">
          {fields.map((field) => {
            const lock = job.locks[field.key];
            return (
              <div key={field.key}>
                <dt>{field.label}</dt>
                <dd>
                  {fieldText(view, field, format)}
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
