import type { Substitution } from '#domain/rules/substitute.ts';
import type { VendorText } from '#src/entities/substitution/use-vendor-texts.ts';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

type Line = VendorText & { readonly name: string };
const col = columnsOf<Line>();
const columns = [
  col('text', 'VMS value'),
  col('name', 'Replaced with', { cell: ({ name }) => name || <span className="muted">unchanged</span> }),
  col('jobs', 'Jobs', { align: 'end' }),
];

/** Every vendor text on this device, with its replacement. */
export function VendorValues({ running, texts }: { running: readonly Substitution[]; texts: readonly VendorText[] | null }) {
  const lines = texts?.map((text): Line => ({ ...text, name: running.find((one) => one.matches(text.text))?.name ?? '' }));
  const list = usePagedList(lines, { sort: 'jobs', descending: true, sizes: [50, 100, 200, 300], searchIn: ['text', 'name'] });
  if (!texts) return <Waiting />;
  return (
    <ListBody list={list} noun="value">
      <DataTable list={list} label="VMS values" columns={columns} rowKey={({ text }) => text} />
    </ListBody>
  );
}
