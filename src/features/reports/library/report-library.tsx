import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, matchPath, useSearchParams } from 'react-router-dom';
import { listReportFiles } from '#contract/reports/report-files.ts';
import { listSchedules } from '#contract/reports/schedules.ts';
import type { AnyReport } from '#domain/reports/kit/report.ts';
import { reports } from '#domain/reports/reports.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { useOpenScreens } from '#src/ui/screen/open-screens.ts';
import { useFavorites, useOpenings } from '../kit/report-marks.ts';
import { findReports } from './find-reports.ts';
import { lastRunOf, schedulesOf } from './library-runs.ts';
import './library.css';

const FilesDialog = lazy(() => import('../files/files-dialog.tsx').then((m) => ({ default: m.FilesDialog })));

const myReports = '/report_myreports';

/** `/reports`: every report that the user may open, by group, with one search. */
export function ReportLibrary() {
  const screens = useOpenScreens();
  const open = reports.filter(({ path }) => screens.some(({ at }) => at.some((pattern) => matchPath(pattern, path))));
  const [params, setParams] = useSearchParams();
  const typed = params.get('q') ?? '';
  const files = useFiles();
  const { isFavorite, toggle } = useFavorites();
  const runs = useRuns();
  const parts = findReports(open, typed, isFavorite);
  const found = parts.reduce((sum, part) => sum + part.reports.length, 0);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Reports"
        note={counted(found, 'report')}
        actions={
          <>
            {files.button}
            {screens.some(({ at }) => at.some((pattern) => pattern === myReports)) && (
              <Button component={Link} to={myReports} variant="default">
                My reports
              </Button>
            )}
          </>
        }
      />
      {files.dialog}
      <TextInput
        className="library-search"
        type="search"
        aria-label="Search reports"
        placeholder="Search: rules, feed, mapped…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget: { value } }) => setParams(value === '' ? {} : { q: value }, { replace: true })}
      />
      {parts.length === 0 && (
        <EmptyState
          kind={open.length === 0 ? 'first-use' : 'no-match'}
          title={open.length === 0 ? 'No reports' : 'No matching reports'}
        >
          {open.length === 0 && <p>Your role opens no reports. An administrator can give you the rights to them.</p>}
        </EmptyState>
      )}
      {parts.map(({ label, reports: listed }) => (
        <section key={label} className="library-group" aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {listed.map((report) => (
              <Card key={report.id} report={report} runs={runs} marked={isFavorite(report.id)} onMark={() => toggle(report.id)} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** The files that the service made for the user. The bell and the tray lead to one by its number in the address; 0 shows all. */
function useFiles() {
  const [params, setParams] = useSearchParams();
  const file = params.get('file');
  const show = (id: string | null) =>
    setParams(
      (now) => {
        if (id === null) now.delete('file');
        else now.set('file', id);
        return now;
      },
      { replace: true },
    );
  return {
    button: (
      <Button variant="default" onClick={() => show('0')}>
        Files
      </Button>
    ),
    dialog: file !== null && (
      <Suspense>
        <FilesDialog wanted={Number(file)} onClose={() => show(null)} />
      </Suspense>
    ),
  };
}

/** The schedules and files of the user, as far as the service has answered. */
function useRuns() {
  const { may } = useSession();
  const { reply: schedules } = useReply(listSchedules, { cust: 'me' }, { wanted: may('staging.read') });
  const { reply: files } = useReply(listReportFiles, { cust: 'me' });
  return { schedules: schedules ?? [], files: files?.rows ?? [] };
}

type CardProps = { report: AnyReport; runs: ReturnType<typeof useRuns>; marked: boolean; onMark: () => void };

function Card({ report, runs, marked, onMark }: CardProps) {
  const openedAt = useOpenings()(report.id);
  const lastRun = lastRunOf(report, { ...runs, openedAt });
  const schedules = schedulesOf(report, runs.schedules);
  const Star = marked ? IconStarFilled : IconStar;
  return (
    <li className="card">
      <div className="library-head">
        <Link to={report.path}>{report.title}</Link>
        <ActionIcon
          size="sm"
          aria-label={`${report.title}: favorite`}
          aria-pressed={marked}
          data-tip={marked ? 'Remove from favorites' : 'Add to favorites'}
          onClick={onMark}
        >
          <Star size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p className="muted">{report.about}</p>
      <p className="library-foot muted">
        <span>{sourceWords(report)}</span>
        {lastRun && (
          <span>
            {lastRun.what} <Ago at={lastRun.at} />
          </span>
        )}
      </p>
      {schedules.length > 0 && (
        <ul className="library-schedules" aria-label={`Schedules of ${report.title}`}>
          {schedules.map(({ id, words, path }) => (
            <li key={id}>
              <Link to={path}>{words}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether a report opens without a connection. */
function sourceWords(report: AnyReport): string {
  if (report.answeredBy === 'device') return 'Works offline';
  return report.offline === 'cached' ? 'Shows its last answer offline' : 'Needs a connection';
}
