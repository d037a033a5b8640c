import { useEffect, useState } from 'react';
import './page.css';

/** A skeleton shaped like a list, shown only when waiting takes longer than 150 ms. */
export function Waiting({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), 150);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="waiting" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {late && (
        <div aria-hidden>
          <span className="waiting-bar waiting-title" />
          {Array.from({ length: rows }, (_, i) => (
            <span key={i} className="waiting-bar" />
          ))}
        </div>
      )}
    </div>
  );
}
