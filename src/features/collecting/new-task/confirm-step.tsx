import type { CrawlerRow } from '#contract/rows/rows.ts';
import { scopeSentences } from '#domain/crawlers/job-scope.ts';
import { scheduleLabel } from '#domain/tasks/task-status.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { workTypeNames } from '../job-scope/scope-fields.tsx';
import { JobSample } from '../uploads/job-sample.tsx';
import { lacking, lookOf, signsIn, type Typed } from './new-task-draft.ts';
import type { CheckResult } from './use-sign-in-check.ts';
import { useVendorPreview, type VendorPreview } from './use-vendor-preview.ts';
import '../uploads/upload.css';

type Props = {
  draft: Typed;
  crawler: CrawlerRow;
  check: CheckResult;
  startsNow: Bound<boolean>;
};

/** What will be added, and the first jobs that it would stage. */
export function ConfirmStep({ draft, crawler, check, startsNow }: Props) {
  const { administrator } = useSession();
  const awaits = lacking(draft, crawler, { administrator }).length > 0;
  return (
    <>
      <dl className="new-task-facts">
        <Fact name="Collect with" value={crawler.name} />
        <Fact name="Source" value={draft.site} />
        <Fact name="Task" value={draft.alias?.trim() || draft.site} />
        <Fact name="Sign-in" value={signInWords(draft, crawler, check, awaits)} />
        <Fact name="Collects" value={scopeSentences(draft, workTypeNames(useFieldNames())).join('; ')} />
        {crawler.kind !== 'file' && crawler.kind !== 'webhook' && (
          <Fact
            name="Runs"
            value={draft.everyMinutes === null ? 'Manually' : `Every ${scheduleLabel({ ...draft, runAt: [] })}`}
          />
        )}
      </dl>
      {awaits ? (
        <p className="task-note">
          The task awaits its setup, so its jobs cannot be shown yet. It starts once its sign-in is entered and it is enabled.
        </p>
      ) : (
        <>
          <SwitchField
            label="Start collecting now"
            hint="When off, the task is added disabled. You can enable it later."
            {...startsNow}
          />
          <FirstJobs draft={draft} crawler={crawler} />
        </>
      )}
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function signInWords(draft: Typed, crawler: CrawlerRow, check: CheckResult, awaits: boolean): string {
  if (!signsIn(crawler)) return 'Not needed';
  if (awaits) return 'An administrator enters it';
  if (check === 2) return draft.credentialParentId === '' ? 'Checked, it works' : 'That of another task. Checked, it works';
  return `Not checked: ${crawler.name} has no call for it`;
}

function FirstJobs({ draft, crawler }: Pick<Props, 'draft' | 'crawler'>) {
  const { administrator } = useSession();
  const [seen, again] = useVendorPreview(lookOf(draft, crawler, { administrator }));
  return (
    <div className="wizard-wide new-task-jobs" aria-live="polite" aria-busy={seen.kind === 'looking'}>
      {seen.kind === 'looking' && (
        <>
          <p className="muted">Reading the first jobs of {crawler.name}. Nothing is staged.</p>
          <Waiting rows={4} label="Loading the first jobs" />
        </>
      )}
      {seen.kind === 'failed' && (
        <div className="upload-unread">
          <span />
          <div>
            <strong>The first jobs could not be read</strong>
            <p>{seen.words} You can add the task anyway and run it later.</p>
          </div>
          <OnlineButton variant="default" size="xs" onClick={again}>
            Try again
          </OnlineButton>
        </div>
      )}
      {seen.kind === 'seen' && <Jobs preview={seen.preview} crawler={crawler} />}
    </div>
  );
}

function Jobs({ preview, crawler }: { preview: VendorPreview; crawler: CrawlerRow }) {
  const { jobs, sample, refused, refusedCount, outOfScope, isPart, notShown } = preview;
  if (notShown !== null) return <p className="task-note">{notShown}</p>;
  const left = outOfScope > 0 && `${counted(outOfScope, 'job')} of other work types or days left out.`;
  return (
    <>
      {sample.length > 0 ? (
        <JobSample sample={sample} jobs={jobs} />
      ) : (
        <p className="task-note">{crawler.name} lists no job that this task would collect now.</p>
      )}
      <p className="muted">
        {isPart && 'These are the first jobs of the vendor; the task collects all of them. '}
        {left} Nothing is staged before the task runs.
      </p>
      {refusedCount > 0 && <RefusedRows rows={refused} total={refusedCount} />}
    </>
  );
}
