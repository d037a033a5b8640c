import { useEffect } from 'react';

/** Names the browser's tab after what it shows: "Staging · Jobdock". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Jobdock`;
  }, [title]);
}
