import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';
import { ConfigurationBody } from '../rows/report-rows.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';
import { MadeFile } from './made-file.ts';

/** Days for which a finished file can be downloaded. */
export const fileDays = 7;
/** Most rows of a file that the service makes in the background. An Excel file has 10,000 of them at most. */
export const mostFileRows = 100_000;

/** The documented kinds of a file: 1 is CSV, 2 is Excel. */
const Kind = z.coerce.number().int().min(1, 'Choose 1 for CSV or 2 for Excel').max(2, 'Choose 1 for CSV or 2 for Excel');

/** A file of a report. `rows` are those in the file, `found` all that the filters found; null until they are known. */
export const ReportFile = MadeFile.extend({
  reportId: z.number(),
  /** The name of the report, or of its saved view. */
  report: z.string(),
  kind: z.enum(['csv', 'xlsx']),
  rows: z.number().nullable(),
  found: z.number().nullable(),
});
export type ReportFile = z.infer<typeof ReportFile>;

const work = queuedWork({ id: 8, kind: 'report-file', name: 'Export “Rule report” for Excel', subjectId: 4 });

export const exportReport = endpoint('POST /api/reports/export/excel/:cust/:reportId/:kind', {
  about:
    'Has the service make a file of a report in the background: 1 is CSV with all rows, 2 is Excel with the first 10,000. ConfigurationBody are the columns, filters, search and order; ConfigurationID takes those of a saved configuration; without both, the report’s own. Long work; the same request again answers with the work under way. Refused for a report that devices answer from their own rows.',
  args: z.object({
    cust: CustomerRef,
    reportId: Id,
    kind: Kind,
    body: wire('ConfigurationBody', ConfigurationBody.optional()),
    configurationId: wire('ConfigurationID', Id.optional()),
  }),
  reply: LongWork,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: work,
});

export const listReportFiles = endpoint('GET /api/reports/file/:cust', {
  about: 'The newest 50 files of reports that the caller had made in the background, also those that failed or expired.',
  args: z.object({ cust: CustomerRef }),
  reply: newestOf(ReportFile),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  // The files may be about people.
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        id: 4,
        runId: 8,
        reportId: 7,
        report: 'Rule report',
        kind: 'xlsx',
        state: 'ready',
        words: 'The file has 12 rows.',
        name: 'rule-report-2026-11-21.xlsx',
        size: 8211,
        rows: 12,
        found: 12,
        askedAt: '2026-11-21T00:00:00.000Z',
        madeAt: '2026-11-21T00:00:02.000Z',
        keptUntil: '2026-11-28T00:00:02.000Z',
      },
    ],
  },
});

export const readReportFile = endpoint('GET /api/reports/file/:cust/:id', {
  about:
    'A finished file of the caller. Refused to who has lost a right since it was made; one that is older than 7 days is gone, and the reply says how to get a new one.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.string(),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  raw: 'file',
  example: 'Rule,Order\r\n',
});

export const remakeReportFile = endpoint('POST /api/reports/file/:cust/:id/again', {
  about: 'Has the service make the file of an earlier request of the caller again, with the rows of now. Long work.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: LongWork,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: work,
});

export const reportFileEndpoints = [exportReport, listReportFiles, readReportFile, remakeReportFile];
