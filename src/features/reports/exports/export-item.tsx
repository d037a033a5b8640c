import type { DataExport } from '#contract/reports/data-exports.ts';
import { listLabels } from '#domain/reports/exports/export-words.ts';
import { saveExport } from '#src/entities/long-work/report-files.ts';
import { useCall, useDownload } from '#src/entities/session/use-call.ts';
import { MadeFileItem } from '../files/made-file-item.tsx';

/** One requested export: what is in it, and its file as long as it is kept. */
export function ExportItem({ cust, one, refresh }: { cust: number; one: DataExport; refresh: () => void }) {
  const caller = { call: useCall(), download: useDownload() };
  const of = one.lists.map((list) => listLabels[list]).join(', ');
  return (
    <MadeFileItem
      cust={cust}
      file={one}
      title={`${of}: ${one.kind === 'xlsx' ? 'Excel' : 'CSV files in a zip'}`}
      of={of}
      download={() => void saveExport(caller, { cust, id: one.id })}
      refresh={refresh}
    />
  );
}
