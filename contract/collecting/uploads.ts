import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { ColumnMapping, ColumnReport, FileFlag } from './column-mapping.ts';

/** Most bytes of an uploaded file [D10.2]. */
export const maxUploadBytes = 20_000_000;

const ShownProblem = z.object({
  field: z.string(),
  column: z.string(),
  value: z.string(),
  problem: z.string(),
  remedy: z.string(),
});
export const RefusedRows = z.array(z.object({ row: z.number(), problems: z.array(ShownProblem) }));

/** What a file or a feed would give, before anything is staged. */
export const FeedPreview = z.object({
  format: z.string(),
  jobs: z.number(),
  refused: RefusedRows,
  refusedCount: z.number(),
  /** Rows that give a job without the value of an optional field, with the reasons. */
  warned: RefusedRows,
  warnedCount: z.number(),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  /** Jobs without an id in the file; the service derives one from the fields that identify the job. */
  derivedIds: z.number(),
  truncated: z.string().nullable(),
  /** How each column of the file is read. */
  columns: z.array(ColumnReport).readonly(),
  /** Values to look at before the jobs are staged. */
  flags: z.array(FileFlag).readonly(),
});
export const feedPreviewExample = {
  format: 'csv',
  jobs: 0,
  refused: [],
  refusedCount: 0,
  warned: [],
  warnedCount: 0,
  sample: [],
  derivedIds: 0,
  truncated: null,
  columns: [],
  flags: [],
};

const FilePreview = FeedPreview.extend({
  file: z.string(),
  /** The source that the last file with the same headers was staged under; null if there is none. */
  source: z.string().nullable(),
});
const previewExample = { ...feedPreviewExample, file: 'u-1', source: null };

export const uploadJobs = endpoint('POST /api/upload/jobs/:cust', {
  about:
    'Reads a file of jobs (CSV, TXT, XLSX, XML or JSON, detected from its content) and returns a preview with a proposal for each column. Stages nothing.',
  args: z.object({ cust: CustomerRef, file: z.instanceof(Uint8Array), fileName: z.string().max(255) }),
  reply: FilePreview,
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  needs: 'uploads.write',
  offline: 'online',
  upload: 'file',
  example: previewExample,
});

export const uploadGoogleJobs = endpoint('POST /api/upload/googlejobs/:cust', {
  about:
    'Reads a Google Sheet of jobs that anyone with its link may view, and returns a preview as for an uploaded file. Stages nothing. Only Google’s hosts are asked.',
  args: z.object({
    cust: CustomerRef,
    /** The link of the sheet, or its id. */
    gp: z.string().trim().min(1, 'Paste the link of the sheet').max(2000, 'This is too long for the link of a sheet'),
  }),
  reply: FilePreview,
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  needs: 'uploads.write',
  offline: 'online',
  example: previewExample,
});

const SourceName = z.string().trim().min(1, 'Name the source').max(100);

export const previewUpload = endpoint('POST /api/upload/jobs/preview/:cust', {
  about:
    'Reads an uploaded file of jobs again: with what was learned for files of `source`, and with `mapping`; columns that it does not name keep their proposals.',
  args: z.object({ cust: CustomerRef, file: z.uuid(), source: SourceName.optional(), mapping: ColumnMapping.optional() }),
  reply: FilePreview,
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  needs: 'uploads.write',
  offline: 'online',
  example: previewExample,
});

export const commitUpload = endpoint('POST /api/upload/jobs/commit/:cust', {
  about:
    'Stages the jobs of an uploaded file under the named source, and remembers its `mapping` for files of this source. Without one the columns are read as a preview with this source proposes. Uploads never cancel jobs.',
  args: z.object({ cust: CustomerRef, file: z.uuid(), source: SourceName, mapping: ColumnMapping.optional() }),
  reply: z.object({
    /** `queued`: a large file goes on in the background, and its counts are 0. */
    status: z.enum(['ok', 'queued']),
    message: z.string(),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    refused: z.number(),
    /** Rows staged without the value of an optional field. */
    warned: z.number(),
  }),
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  needs: 'uploads.write',
  offline: 'online',
  example: { status: 'ok', message: '314 jobs staged', added: 314, changed: 0, same: 0, refused: 0, warned: 0 },
});

/** Declares the upload of one reference list. */
export const atsUpload = (route: `POST /api/upload/atsobects/${string}/:target/:cust`, what: string) =>
  endpoint(route, {
    about: `Adds and updates the ATS’s ${what} from a CSV or TXT file: id and name, plus address, city, state, zip or degree where the list has them.`,
    args: z.object({ cust: CustomerRef, target: Id, file: z.instanceof(Uint8Array), fileName: z.string().max(255) }),
    reply: z.object({
      message: z.string(),
      added: z.number(),
      changed: z.number(),
      same: z.number(),
      refused: z.array(z.object({ row: z.number(), problems: z.array(ShownProblem) })),
    }),
    fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
    needs: 'lists.write',
    offline: 'online',
    upload: 'file',
    example: { message: '2 added', added: 2, changed: 0, same: 0, refused: [] },
  });

export const uploadAtsClients = atsUpload('POST /api/upload/atsobects/clients/:target/:cust', 'clients');
export const uploadAtsDegrees = atsUpload('POST /api/upload/atsobects/degrees/:target/:cust', 'degrees');
export const uploadAtsSpecialties = atsUpload('POST /api/upload/atsobects/specialties/:target/:cust', 'specialties');
export const uploadAtsShifts = atsUpload('POST /api/upload/atsobects/shifts/:target/:cust', 'shifts');

export const uploadEndpoints = [
  uploadJobs,
  uploadGoogleJobs,
  previewUpload,
  commitUpload,
  uploadAtsClients,
  uploadAtsDegrees,
  uploadAtsSpecialties,
  uploadAtsShifts,
];
