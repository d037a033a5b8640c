import { useEffect } from 'react';

/** Sets the title of the browser tab: "Staging · Jobdock". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Jobdock`;
  }, [title]);
}
