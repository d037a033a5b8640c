import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { atsValueWords } from '#domain/posting/ats-words.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useList } from '#src/ui/list/use-list.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { MappingLine } from './field-mapping.ts';
import { useMappingPreview } from './use-mapping-preview.ts';
import './mapping-preview.css';

type Sent = {
  readonly id: number | string;
  readonly order: number;
  readonly field: string;
  readonly how: string;
  readonly sent: string;
  readonly why: string;
};
const col = columnsOf<Sent>();
const columns = [
  col('field', 'ATS field'),
  col('order', 'Order', { align: 'end', width: 72, cell: ({ order }) => (order === 0 ? '' : order) }),
  col('how', 'Option'),
  col('sent', 'Sent'),
  col('why', 'Why'),
];

/** What a target would get of one job, line by line and with the reason. It works offline. */
export function MappingPreview({ target, lines }: { readonly target: TargetRow; readonly lines: readonly MappingLine[] }) {
  const [named, setNamed] = useState('');
  const preview = useMappingPreview(target, lines, named);
  const rows = (preview?.trace ?? []).map(({ line, value, skipped, cut }): Sent => {
    const of = lines.find(({ id }) => id === line.id);
    const why = skipped ?? (cut ? `Cut to ${line.maxLength} characters` : 'Sent');
    return {
      id: line.id,
      order: of?.order ?? 0,
      field: of?.label ?? line.atsField,
      how: of?.how ?? '',
      sent: skipped === null ? atsValueWords(value) : '—',
      why,
    };
  });
  const fromFlex = (preview?.flex ?? []).map(
    ({ atsField, value, skipped }): Sent => ({
      id: `flex ${atsField}`,
      order: 0,
      field: lines.find((line) => line.atsField === atsField)?.label ?? atsField,
      how: 'Flex mapping',
      sent: skipped === null ? atsValueWords(value) : '—',
      why: skipped ?? 'Sent',
    }),
  );
  const list = useList([...fromFlex, ...rows], { sort: 'order', searchIn: [] });
  const names = useFieldNames();
  return (
    <section aria-label="Preview" className="mapping-preview">
      <h2>Preview</h2>
      <TextInput
        label={names.of('providerJobId', 'Job ID')}
        description="The ID of any job. Shows what is sent before rules on export run."
        value={named}
        onChange={(event) => setNamed(event.currentTarget.value)}
      />
      <p className="muted" role="status">
        {preview
          ? `What ${target.name} gets of job ${preview.job.providerJobId}`
          : named.trim() === ''
            ? 'No job is chosen.'
            : `This device has no job ${named.trim()}.`}
      </p>
      {preview && <DataTable list={list} label="What is sent" columns={columns} rowKey={({ id }) => id} />}
    </section>
  );
}
