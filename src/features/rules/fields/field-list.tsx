import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { listProductFields, type ProductField, updateProductField } from '#contract/rules/rule-lists.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { problemsOf, wordsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const col = columnsOf<ProductField>();
const timeWords = ({ exportonly_fl: onExport, datacollectiononly_fl: onCollection }: ProductField) =>
  onExport ? 'Export only' : onCollection ? 'Data collection only' : 'Always';
const columns = [
  col('BSSField', 'Field'),
  col('ID', 'ID', { align: 'end' }),
  col('Title', 'Title'),
  col('FieldType', 'Type'),
  col('LookupObjectType', 'Lookup list'),
  col('Required_Fl', 'Required'),
  col('VisibleCustomer_Fl', 'Visible to customers'),
  col('IsAdvanced', 'Advanced'),
  col('exportonly_fl', 'Available on', { cell: timeWords }),
];

/** Every product field of a job. Administrators say how it is titled, who sees it and when it may be used; others read. */
export function FieldList() {
  const { may } = useSession();
  const { reply, at, failure, refresh } = useCached(listProductFields, {});
  const [edited, setEdited] = useState<ProductField | null>(null);
  const list = usePagedList(reply ?? undefined, {
    sort: 'ID',
    sizes: [50, 100, 300],
    searchIn: ['BSSField', 'Title', 'Key', 'ID'],
    filters: { type: (field, type) => field.FieldType === type },
  });
  if (!reply && failure) {
    return (
      <EmptyState kind="no-data" title={messages.fieldsNotRead}>
        <p>{wordsOf(failure)}</p>
      </EmptyState>
    );
  }
  const types = [...new Set((reply ?? []).map(({ FieldType }) => FieldType))].sort();
  return (
    <ListPage
      title="Field definitions"
      noun="field"
      list={list}
      filters={<ListFilter list={list} name="type" label="Type" choices={types.map((value) => ({ value, label: value }))} />}
    >
      <CachedNote at={at} failure={failure} />
      <RowsTable
        list={list}
        label="Fields"
        columns={columns}
        rowKey={({ ID }) => ID}
        actions={(field) => may('admin.system') && editButton(field, setEdited)}
      />
      {edited && (
        <FieldForm
          field={edited}
          onClose={(saved) => {
            setEdited(null);
            if (saved) refresh();
          }}
        />
      )}
    </ListPage>
  );
}

const editButton = (field: ProductField, onEdit: (field: ProductField) => void) => (
  <Button size="compact-xs" variant="default" onClick={() => onEdit(field)} aria-label={`Edit ${field.BSSField}`}>
    Edit
  </Button>
);

const Draft = z.object({
  Title: z.string().trim().min(1, 'Enter a title').max(200),
  Required_Fl: z.boolean(),
  VisibleCustomer_Fl: z.boolean(),
  IsAdvanced: z.boolean(),
  exportonly_fl: z.boolean(),
  datacollectiononly_fl: z.boolean(),
});

function FieldForm({ field, onClose }: { field: ProductField; onClose: (saved: boolean) => void }) {
  const call = useCall();
  const blocked = useBlocked();
  const form = useForm(Draft, {
    initial: Draft.parse(field),
    async onSubmit(draft): Promise<Problems | undefined> {
      const answer = await call(updateProductField, { ...draft, id: field.ID, Query: field.Query });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: messages.saved, detail: `Field ${field.BSSField}.` });
      onClose(true);
      return undefined;
    },
  });
  return (
    <Modal opened onClose={() => onClose(false)} title={`${field.BSSField} (${field.ID})`}>
      <FormPage
        bare
        title={`Field ${field.BSSField}`}
        form={form}
        saveWords="Save field"
        blocked={blocked}
        onBack={() => onClose(false)}
      >
        <TextField label="Title" required {...form.field('Title')} />
        <SwitchField label="Required" {...form.field('Required_Fl')} />
        <SwitchField label="Visible to customers" {...form.field('VisibleCustomer_Fl')} />
        <SwitchField label="Advanced" hint="Listed last in field pickers." {...form.field('IsAdvanced')} />
        <SwitchField label="Export only" {...form.field('exportonly_fl')} />
        <SwitchField label="Data collection only" {...form.field('datacollectiononly_fl')} />
      </FormPage>
    </Modal>
  );
}
