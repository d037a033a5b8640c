import type { ReactNode } from 'react';
import { useNamePage } from '../screen/page-name.ts';
import './page.css';

/** A screen's title, a note such as a row count, and its actions. */
export function PageHeader({ title, note, actions }: { title: string; note?: ReactNode; actions?: ReactNode }) {
  useNamePage(title);
  return (
    <header className="page-header">
      <h1 id="page-title" tabIndex={-1}>
        {title}
      </h1>
      {note && <div className="page-note">{note}</div>}
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
