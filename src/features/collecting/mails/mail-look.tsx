import { Link } from 'react-router-dom';
import { parseReceivedMail } from '#contract/collecting/mails.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { causes, effectOf, jobsOf, labelOf, valueText } from './mail-words.ts';
import { usePatientReply } from './use-patient-reply.ts';

type Look = ReplyOf<typeof parseReceivedMail>;
type Job = Look['jobs'][number];

/** What reading an email now would give: its jobs with their values and changes, and the rows that would be refused. */
export function MailLook({ id, source }: { id: number; source: string }) {
  const answer = usePatientReply(parseReceivedMail, { id });
  return (
    <Answered answer={answer} what="What emails would give">
      {(look) => <Result look={look} source={source} />}
    </Answered>
  );
}

function Result({ look, source }: { look: Look; source: string }) {
  const { parser, reason, problem, unread, jobs, refused, warned } = look;
  return (
    <div className="mail-look">
      <p>
        {parser === null ? (
          <StateBadge tone="bad">No parser takes it</StateBadge>
        ) : (
          <StateBadge tone="good">{`Read by ${parser}`}</StateBadge>
        )}{' '}
        {parser === null ? reason : causes[look.processing]}
      </p>
      {problem !== null && (
        <p className="mail-note" role="alert">
          {problem}
        </p>
      )}
      {problem === null && parser !== null && <p>{effectOf(look)}</p>}
      {unread.length > 0 && (
        <section aria-label="Attachments that are not read">
          <h3>Attachments that are not read</h3>
          <ul>
            {unread.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      <RefusedRows rows={refused} />
      <RefusedRows rows={warned} warnings />
      {jobs.map((job) => (
        <JobOfMail key={job.providerJobId} job={job} source={source} />
      ))}
      <CutNote look={look} />
    </div>
  );
}

function JobOfMail({ job: { providerJobId, isNew, values, changes }, source }: { job: Job; source: string }) {
  const names = useFieldNames();
  const before = new Map(changes.map((change) => [change.field, change.before]));
  const gone = changes.filter(({ field }) => !values.some((value) => value.field === field));
  const rows = [...values, ...gone.map(({ field, after }) => ({ field, value: after }))];
  return (
    <section aria-label={`Job ${providerJobId}`}>
      <h3>
        {isNew || source === '' ? `Job ${providerJobId}` : <Link to={jobsOf(source, [providerJobId])}>Job {providerJobId}</Link>}{' '}
        {isNew && <StateBadge tone="info">New</StateBadge>}
      </h3>
      <dl className="mail-values">
        {rows.map(({ field, value }) => (
          <div key={field} data-changed={before.has(field) || undefined}>
            <dt>{labelOf(field, names)}</dt>
            <dd>
              {valueText(field, value, names)}
              {before.has(field) && <span className="muted"> (was {valueText(field, before.get(field) ?? null, names)})</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function CutNote({ look: { added, changed, same, jobs } }: { look: Look }) {
  const all = added + changed + same;
  if (jobs.length === 0 || all <= jobs.length) return null;
  return (
    <p className="muted">
      The first {jobs.length.toLocaleString('en-US')} of {counted(all, 'job')} are shown.
    </p>
  );
}
