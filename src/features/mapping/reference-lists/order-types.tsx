import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listOrderTypes, listSourceOrderTypes, saveSourceOrderType } from '#contract/mapping/order-types.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { CountTabs } from '#src/ui/count-tabs/count-tabs.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

type Line = ReplyOf<typeof listSourceOrderTypes>[number];
type Type = '5' | '6';

const col = columnsOf<Line>();
const columnsFor = (names: FieldNames) => [col('source', names.of('source')), col('orderTypeName', 'ATS order type')];
const tabs: readonly (readonly [Type, string])[] = [
  ['5', 'Order types'],
  ['6', 'Order subtypes'],
];

/** `/ordertypes`: which order type the jobs of each source get in the ATS. */
export const OrderTypes = () => <OfTarget>{(choice) => <Types key={choice.target.id} choice={choice} />}</OfTarget>;

function Types({ choice }: { choice: TargetChoice }) {
  const { may } = useSession();
  const columns = columnsFor(useFieldNames());
  const [params, setParams] = useSearchParams();
  const orderType: Type = params.get('type') === '6' ? '6' : '5';
  const targetId = choice.target.id;
  const cached = useReply(listSourceOrderTypes, { orderType, targetId });
  const types = useReply(listOrderTypes, { type: orderType, targetId });
  const list = useList(cached.reply, { sort: 'source', searchIn: ['source', 'orderTypeName'], from: cached });
  const save = useSave(orderType, targetId, cached.refresh);
  const choices = types.reply?.map(({ externalId, name }) => ({ value: externalId, label: name })) ?? [];
  return (
    <ListPage
      title="Order types"
      noun="source"
      list={list}
      actions={<TargetPick choice={choice} />}
      filters={
        <CountTabs
          label="Order types or subtypes"
          tabs={tabs}
          current={orderType}
          onTab={(type) => setParams({ target: String(targetId), type }, { replace: true })}
          counts={null}
        />
      }
    >
      {types.reply?.length === 0 && (
        <p className="muted">{choice.target.name} lists none. They are read with its other lists, where it has any.</p>
      )}
      <DataTable
        list={list}
        label="Order types by source"
        columns={columns}
        rowKey={(line) => line.id}
        {...(may('lists.write') && choices.length > 0 && { control: (line: Line) => typeOf(line, choices, save) })}
      />
    </ListPage>
  );
}

function useSave(orderType: Type, targetId: number, onDone: () => void) {
  const call = useCall();
  return async (line: Line, externalId: string | null): Promise<void> => {
    const answer = await call(saveSourceOrderType, { orderType, targetId, rowId: line.id, externalId: externalId ?? '-1' });
    if (!answer.ok) return void toast.error({ title: messages.dataNotSaved, detail: errorMessage(answer.error) });
    toast.success({ title: messages.saved, detail: line.source });
    onDone();
  };
}

type TypeProps = { line: Line; choices: { value: string; label: string }[]; save: ReturnType<typeof useSave> };
const typeOf = (line: Line, choices: TypeProps['choices'], save: TypeProps['save']) => (
  <TypeSelect line={line} choices={choices} save={save} />
);

function TypeSelect({ line, choices, save }: TypeProps) {
  const blocked = useBlocked();
  return (
    <Select
      size="xs"
      w={220}
      aria-label={`Order type for ${line.source}`}
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'No order type' }}
      disabled={blocked !== undefined}
      data={choices}
      value={line.orderTypeExternalId}
      onChange={(value) => void save(line, value)}
    />
  );
}
