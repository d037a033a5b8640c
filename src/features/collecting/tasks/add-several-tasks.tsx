import * as z from 'zod';
import { addTasks } from '#contract/collecting/bulk-tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import './collect.css';

/** Adds several tasks at once, as many of each crawler as are entered. For administrators. */
export function AddSeveralTasks({ onClose }: { onClose: () => void }) {
  const { ready, rows } = useCrawlers();
  return ready ? <Counts crawlers={rows} onClose={onClose} /> : null;
}

const Count = z.number().int().min(0).max(50, 'Add at most 50 tasks of one crawler').nullable();
const keyOf = ({ id }: CrawlerRow) => `crawler${id}`;

function Counts({ crawlers, onClose }: { crawlers: readonly CrawlerRow[]; onClose: () => void }) {
  const cust = useSession().customer.id;
  const send = useSend(addTasks);
  const schema = z.object(Object.fromEntries(crawlers.map((crawler) => [keyOf(crawler), Count] as const)));
  const form = useForm(schema, {
    initial: Object.fromEntries(crawlers.map((crawler) => [keyOf(crawler), null])),
    async onSubmit(counts) {
      const toadd = crawlers.flatMap((crawler) => {
        const count = counts[keyOf(crawler)] ?? 0;
        return count > 0 ? [{ crawlerId: crawler.id, count }] : [];
      });
      if (toadd.length === 0) return { '': 'Enter how many tasks to add.' };
      const answer = await send({ cust, toadd });
      if (!answer.ok) return { '': `${messages.tasksNotAdded} ${Object.values(problemsOf(answer.error)).join(' ')}` };
      toast.success({ title: answer.value.message, detail: 'They are disabled and await their setup.' });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title="Add several tasks" form={form} saveLabel="Add tasks" blocked={useBlocked()} onClose={onClose}>
      <p className="muted">Enter how many tasks of each crawler to add. Each is named after its crawler, and starts disabled.</p>
      <div className="task-counts">
        {crawlers.map((crawler) => (
          <NumberField key={crawler.id} label={crawler.name} decimals={0} {...form.field(keyOf(crawler))} />
        ))}
      </div>
    </FormDialog>
  );
}
