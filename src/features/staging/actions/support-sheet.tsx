import { TicketForm } from '#src/entities/ticket/ticket-form.tsx';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import type { SheetProps } from './sheet.ts';

/** A request to support about one job. Cancel closes the panel. */
export function SupportSheet({ wish: { ids }, width, onWidth, onClose }: SheetProps) {
  const jobId = ids[0] ?? 0;
  const { ready, row } = useRow('job', jobId);
  return (
    <SidePanel title="Request support" onClose={onClose} width={width} onWidth={onWidth}>
      {!ready && <Waiting />}
      {ready && (
        <TicketForm
          bare
          about={row ? { jobId } : {}}
          {...(row && { aboutWords: `job ${row.providerJobId}` })}
          from={`/staging?open=job:${jobId}`}
          onCancel={onClose}
        />
      )}
    </SidePanel>
  );
}
