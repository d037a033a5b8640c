import { Button } from '@mantine/core';
import './expiring-documents.css';
import { useSearchParams } from 'react-router-dom';
import { type ExpiringDocument, expiryDays, listExpiringDocuments } from '#contract/submissions/expiries.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { useSortedRows } from '#src/ui/list/use-sorted-rows.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

const col = columnsOf<ExpiringDocument>();
const columns = [
  col('expiresOn', 'Last day', { cell: ({ expiresOn }) => <Day on={expiresOn} /> }),
  col('document', 'Document'),
  col('caregiverId', 'Caregiver ID'),
  col('source', 'Source'),
  col('submissionId', 'Newest submission', { align: 'end' }),
  col('submissions', 'Live submissions', { align: 'end', hidden: true }),
];

/** How many documents of caregivers expire soon, and their list while the address says so. Nothing where none does. */
export function ExpiringDocuments() {
  const me = useSession().customer.id;
  const [params, setParams] = useSearchParams();
  const answer = useReply(listExpiringDocuments, { me });
  const isOpen = params.get('expiring') === 'yes';
  const show = (open: boolean) =>
    setParams(
      (now) => {
        if (open) now.set('expiring', 'yes');
        else now.delete('expiring');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const total = answer.reply?.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Button variant="default" onClick={() => show(true)}>
          {`${counted(total, 'document')} ${total === 1 ? 'expires' : 'expire'} soon`}
        </Button>
      )}
      {isOpen && (
        <Dialog title="Documents that expire soon" dirty={false} size={820} onClose={() => show(false)}>
          {() => (
            <Answered answer={answer} what="The documents that expire soon">
              {(found) => (
                <div className="expiring-documents">
                  <p className="muted">
                    {`Documents of caregivers with a live submission, up to ${expiryDays} days ahead. Jobdock reads them each morning; replace them in the source.`}
                  </p>
                  <Documents documents={found.rows} />
                  <CutNote of={found} noun="document" />
                </div>
              )}
            </Answered>
          )}
        </Dialog>
      )}
    </>
  );
}

function Documents({ documents }: { documents: readonly ExpiringDocument[] }) {
  const list = useSortedRows(documents, 'expiresOn');
  if (documents.length === 0) return <p>None at the moment.</p>;
  return <DataTable list={list} label="Documents that expire soon" columns={columns} rowKey={({ id }) => id} />;
}

const Day = ({ on }: { on: string }) => <time dateTime={on}>{useFormat().localDate(on)}</time>;
