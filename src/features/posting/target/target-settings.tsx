import type { ReactNode } from 'react';
import { type DocumentedTarget, readTarget } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Answered } from '#src/ui/page/answered.tsx';

type Props = {
  row: TargetRow;
  id: string;
  title: string;
  about: string;
  children: (target: DocumentedTarget) => ReactNode;
};

/** A card of settings of a target, read from the service. */
export function TargetSettings({ row, id, title, about, children }: Props) {
  const answer = useReply(readTarget, { id: row.id });
  return (
    <section className="card target-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{about}</p>
      <Answered answer={answer} what="The settings">
        {children}
      </Answered>
    </section>
  );
}
