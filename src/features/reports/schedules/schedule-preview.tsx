import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { previewSchedule } from '#contract/reports/schedules.ts';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';

/** What a schedule would send now: to whom, the next times, and the mail as text. */
export function SchedulePreview({ preview, children }: { preview: ReplyOf<typeof previewSchedule>; children: ReactNode }) {
  const { next, subject, text, rows, isSent, to, unconfirmed, attached } = preview;
  const format = useFormat();
  return (
    <section className="schedule-preview" aria-label="Preview">
      <p role="status">
        <strong>{isSent ? subject : `${counted(rows, 'row')}: too few to be sent`}</strong> {children}
      </p>
      <dl>
        <dt>To</dt>
        <dd>{to.length === 0 ? 'No one yet' : to.join(', ')}</dd>
        {unconfirmed.length > 0 && (
          <>
            <dt>Asked first</dt>
            <dd>{unconfirmed.join(', ')}</dd>
          </>
        )}
        <dt>Next times</dt>
        <dd>{next.map((at) => `${format.date(at)} ${format.time(at)}`).join(' · ')}</dd>
        <dt>File</dt>
        <dd>{attached ?? 'Too large to attach. The email links to the report.'}</dd>
      </dl>
      <pre>{text}</pre>
    </section>
  );
}
