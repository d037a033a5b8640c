import type { ReactNode } from 'react';
import { Ago } from '#src/ui/format/use-format.tsx';
import './ticket.css';

type Props = { readonly author: string; readonly at: string; readonly text: string; readonly badge?: ReactNode };

/** Who said what when. The text is shown as it was written, never as HTML. */
export function Said({ author, at, text, badge }: Props) {
  return (
    <>
      <p className="ticket-said-head">
        <strong>{author}</strong>
        {badge}
        <span className="muted">
          <Ago at={at} />
        </span>
      </p>
      <p className="ticket-said-text">{text}</p>
    </>
  );
}
