import type { ExportKind } from '#contract/reports/data-exports.ts';
import { exportFacts } from '#domain/reports/exports/export-words.ts';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import { oneMoment } from '#server/feed/one-moment.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Lease } from '#server/runs/lease.ts';
import { clockOf } from './pack/clock.ts';
import { type PackThread, packApart } from './pack/pack-apart.ts';
import type { Packed } from './pack/packer.ts';
import type { SheetSource } from './sheet-source.ts';

/** Bytes of one stored part of a file, at least. */
const partBytes = 1_000_000;
/** Most bytes of a file, in millions. */
export const mostMegabytes = 500;

/** A sheet with its number of rows. */
type Counted = { readonly name: string; readonly rows: number };

/** A file whose parts are stored. `cut`: texts that Excel does not take whole. */
export type Written = {
  readonly name: string;
  readonly size: number;
  readonly sheets: readonly Counted[];
  readonly cut: number;
};

type Plan = {
  readonly customerId: number;
  readonly exportId: number;
  readonly kind: ExportKind;
  readonly sources: readonly SheetSource[];
  readonly origin: { readonly customer: string; readonly person: string; readonly at: Date; readonly zone: string };
  readonly signal: AbortSignal;
  /** Gets the rows of each sheet before any is read. Throws where no file can be made of them. */
  readonly fits: (sheets: readonly Counted[]) => void;
};

const about = 'About';

/**
 * Writes the sheets from one moment of the database, portion by portion in a thread of its own, and stores the file in parts of about
 * 1 MB, so that neither the rows nor the file are ever in memory as a whole. Each part is stored while the lease is held.
 */
export async function writeExport(db: Db, lease: Lease, plan: Plan): Promise<Written | 'too large'> {
  const { kind, sources, origin, signal } = plan;
  const names = [...sources.map(({ name }) => name), about];
  const pack = packApart({ kind, names, zone: origin.zone }, signal);
  const parts = partWriter(db, lease, plan);
  try {
    return await oneMoment(db, async (tx) => {
      const sheets: Counted[] = [];
      for (const { name, count } of sources) sheets.push({ name, rows: await count(tx) });
      plan.fits(sheets);
      const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
      let done = 0;
      for (const source of sources) {
        const fits = await writeSheet(tx, pack, source, async (packed, rows) => {
          done += rows;
          await parts.add(packed.bytes);
          await lease.report(`Writing ${source.name}`, done, total);
          return parts.size() <= mostMegabytes * 1_000_000;
        });
        if (!fits) return 'too large';
      }
      const { cut } = await finishFile(pack, parts, origin, sheets);
      const day = origin.at.toISOString().slice(0, 10);
      return { name: fileName(kind, origin.customer, day), size: parts.size(), sheets, cut };
    });
  } finally {
    await pack.close();
  }
}

const fileName = (kind: ExportKind, customer: string, day: string): string =>
  fileNameOf(customer, 'xlsx', day).replace(/xlsx$/, kind);

/** Writes one sheet. Ends early, with false, where `took` says that the file is too large. */
async function writeSheet(
  tx: Tx,
  { order }: PackThread,
  { name, labels, types, read }: SheetSource,
  took: (packed: Packed, rows: number) => Promise<boolean>,
): Promise<boolean> {
  await took(await order({ does: 'sheet', sheet: { name, labels, types } }), 0);
  for (let after: number | null = 0; after !== null; ) {
    const { cells, last } = await read(tx, after);
    if (!(await took(await order({ does: 'rows', rows: cells }), cells.length))) return false;
    after = last;
  }
  return true;
}

/** Adds the sheet about the file, and closes the file. */
async function finishFile(
  { order }: PackThread,
  parts: ReturnType<typeof partWriter>,
  { customer, person, at, zone }: Plan['origin'],
  sheets: readonly Counted[],
): Promise<Packed> {
  const asOf = String(clockOf(zone)(at.toISOString())).replace('T', ' ');
  const rows = exportFacts({ customer, person, at: asOf, zone, sheets });
  const sheet = { name: about, labels: ['What', 'Value'], types: [] };
  await parts.add((await order({ does: 'sheet', sheet })).bytes);
  await parts.add((await order({ does: 'rows', rows })).bytes);
  const packed = await order({ does: 'end' });
  await parts.add(packed.bytes);
  await parts.flush();
  return packed;
}

/** Stores bytes in parts. */
function partWriter(db: Db, lease: Lease, { customerId, exportId }: Plan) {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let size = 0;
  let place = 0;
  async function flush(): Promise<void> {
    if (bytes === 0) return;
    const content = Buffer.concat(waiting);
    await db.transaction().execute(async (tx) => {
      await lease.guard(tx);
      await tx.insertInto('data_export_part').values({ customer_id: customerId, export_id: exportId, place, content }).execute();
    });
    place++;
    waiting = [];
    bytes = 0;
  }
  return {
    flush,
    /** Bytes of the file so far. */
    size: () => size,
    async add(part: Uint8Array): Promise<void> {
      if (part.byteLength === 0) return;
      waiting.push(part);
      bytes += part.byteLength;
      size += part.byteLength;
      if (bytes >= partBytes) await flush();
    },
  };
}
