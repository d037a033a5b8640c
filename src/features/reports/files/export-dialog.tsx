import { Button } from '@mantine/core';
import { useState } from 'react';
import { exportReport, fileDays, listReportFiles } from '#contract/reports/report-files.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import type { ReportId } from '#domain/reports/kit/report-ids.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import './files.css';

type Props = {
  report: { readonly id: ReportId; readonly title: string };
  /** The columns, filters, search and order on the page. */
  body: ConfigurationBody;
  /** Rows on the page. */
  found: number;
  /** Rows that the service has, if the page holds only the first of them; else null. */
  total: number | null;
  onClose: () => void;
};

/** Has the service make the file of a report as the page shows it. */
export function ExportDialog({ report, body, found, total, onClose }: Props) {
  const { customer } = useSession();
  const send = useSend(exportReport, [listReportFiles]);
  const [problem, setProblem] = useState<string | null>(null);
  const run = (kind: 1 | 2) => async () => {
    setProblem(null);
    const asked = await send({ cust: customer.id, reportId: report.id, kind, body });
    if (!asked.ok) return setProblem(errorMessage(asked.error));
    longWorkNews.begun();
    return onClose();
  };
  return (
    <Dialog title={`Export ${report.title} in the background`} dirty={false} onClose={onClose}>
      {(close) => (
        <>
          <p className="export-words">{rowsWords(found, total)}</p>
          <p className="export-words muted">
            {`The service makes the file while you go on. The status at the top shows its progress, and the bell says when it is ready. It is kept for ${fileDays} days.`}
          </p>
          {problem !== null && <p role="alert">{problem}</p>}
          <div className="form-actions">
            <OnlineButton onClick={() => void run(1)()}>Export as CSV</OnlineButton>
            <OnlineButton variant="default" onClick={() => void run(2)()}>
              Export for Excel
            </OnlineButton>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

const most = counted(mostReportRows, 'row');

/** What each kind of file will have. */
const rowsWords = (found: number, total: number | null): string =>
  total === null
    ? `The file has the ${counted(found, 'row')} that you see, with these columns, filters and order.`
    : `This page shows the first ${most} of ${counted(total, 'row')}. The CSV has all that match your filters. An Excel file has at most ${most}.`;
