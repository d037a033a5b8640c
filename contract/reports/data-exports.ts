import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { newestOf } from '../kit/newest.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';
import { MadeFile } from './made-file.ts';

/** Most rows under the header of one sheet of an Excel file. */
export const mostSheetRows = 1_048_575;

/** What an export can have. Each list is one sheet of the file or several. */
export const ExportList = z.enum(['jobs', 'mappings', 'rules', 'lists', 'users'], 'Choose jobs, mappings, rules, lists or users');
export type ExportList = z.infer<typeof ExportList>;

/** One Excel file with a sheet per list, or a CSV per list in a zip. */
const ExportKind = z.enum(['xlsx', 'zip'], 'Choose xlsx for Excel or zip for CSV files');
export type ExportKind = z.infer<typeof ExportKind>;

const Sheet = z.object({ name: z.string(), rows: z.number() });

/** An export that the caller requested. */
export const DataExport = MadeFile.extend({ lists: z.array(ExportList), kind: ExportKind, sheets: z.array(Sheet) });
export type DataExport = z.infer<typeof DataExport>;

const work = queuedWork({ id: 8, kind: 'data-export', name: 'Export of your data for Excel', subjectId: 4 });

export const requestExport = endpoint('POST /api/user/sendexport/:cust', {
  about:
    'Has the service write the chosen lists of the agency into one file, and sends the caller an email with a link to it. Long work, one export at a time per customer: a second request is refused and says which one runs. Refused for a list that the caller may not see, and for Excel where a list has more rows than a sheet holds.',
  args: z.object({
    cust: CustomerRef,
    lists: z.array(ExportList).min(1, 'Choose at least one list').max(20, 'Name each list once'),
    kind: ExportKind.default('xlsx'),
  }),
  reply: z.object({ message: z.string(), work: LongWork }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'session',
  offline: 'online',
  example: { message: messages.exportRequested, work },
});

export const listExports = endpoint('GET /api/user/export/:cust', {
  about:
    'What the caller may export, with the number of rows of each sheet; the export of the customer that is being made, if there is one; and the newest 20 exports that the caller requested.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    offered: z.array(z.object({ list: ExportList, sheets: z.array(Sheet) })),
    running: z.object({ by: z.string(), since: Instant, own: z.boolean() }).nullable(),
    exports: newestOf(DataExport),
  }),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: {
    offered: [{ list: 'rules', sheets: [{ name: 'Rules', rows: 12 }] }],
    running: null,
    exports: {
      total: 1,
      rows: [
        {
          id: 4,
          runId: 8,
          lists: ['rules'],
          kind: 'xlsx',
          state: 'ready',
          words: 'The file has 12 rows in 1 sheet.',
          name: 'harborview-staffing-2026-11-21.xlsx',
          size: 8211,
          sheets: [{ name: 'Rules', rows: 12 }],
          askedAt: '2026-11-21T00:00:00.000Z',
          madeAt: '2026-11-21T00:00:02.000Z',
          keptUntil: '2026-11-28T00:00:02.000Z',
        },
      ],
    },
  },
});

export const readExport = endpoint('GET /api/user/export/:cust/:id', {
  about:
    'A finished export of the caller, as a stream. Refused to who has lost a right since it was made; one that is older than 7 days is gone.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.string(),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  raw: 'file',
  example: 'PK…',
});

export const dataExportEndpoints = [requestExport, listExports, readExport];
