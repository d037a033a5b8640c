import { useParams, useSearchParams } from 'react-router-dom';
import { listExports } from '#contract/reports/data-exports.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { ExportItem } from './export-item.tsx';
import { RequestForm } from './request-form.tsx';
import '../files/files.css';

/** `/export/:id`: requests the data of a customer as a file, and has the files that were requested. `?file=4` shows that one first. */
export function ExportPage() {
  const inPath = useParams().id;
  const isShown = usePathCustomer(inPath);
  const { customer } = useSession();
  const isOther = isShown && String(customer.id) !== inPath;
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Export" note={isShown && !isOther ? customer.name : undefined} />
      {!isShown && <Waiting />}
      {isOther && (
        <EmptyState kind="no-match" title="There is no such customer">
          <p>It does not exist, or you do not work for it.</p>
        </EmptyState>
      )}
      {isShown && !isOther && <Exports key={customer.id} cust={customer.id} />}
    </section>
  );
}

function Exports({ cust }: { cust: number }) {
  const since = String(useOffline());
  const answer = useReply(
    listExports,
    { cust },
    { since, again: ({ running, exports }) => running !== null || exports.rows.some(({ state }) => state === 'working') },
  );
  const wanted = Number(useSearchParams()[0].get('file') ?? 0);
  return (
    <Answered answer={answer} what="Your exports">
      {({ offered, running, exports }) => (
        <>
          <SettingsPart
            title="Request an export"
            about="One file with the lists that you choose. An email with a link comes when it is ready. Passwords, keys and other secrets are never in it."
          >
            <RequestForm cust={cust} offered={offered} running={running} refresh={answer.refresh} />
          </SettingsPart>
          <SettingsPart title="Your exports">
            {exports.rows.length === 0 ? (
              <p className="muted">You have requested no export yet.</p>
            ) : (
              <ul className="report-files" aria-label="Your exports">
                {exports.rows
                  .toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted))
                  .map((one) => (
                    <ExportItem key={one.id} cust={cust} one={one} refresh={answer.refresh} />
                  ))}
              </ul>
            )}
          </SettingsPart>
        </>
      )}
    </Answered>
  );
}
