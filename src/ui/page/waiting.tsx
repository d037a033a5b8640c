import { useEffect, useState } from 'react';
import './page.css';

const lateMs = 150;
/** No wait of 5 s or more goes without a message. */
const longMs = 4_000;

type WaitingProps = {
  rows?: number;
  label?: string;
  /** The message after some seconds: what happens and what the user can do. */
  long?: string;
};

/** A skeleton shaped like a list, shown only when waiting takes longer than 150 ms. */
export function Waiting({ rows = 6, label = 'Loading', long }: WaitingProps) {
  const late = useLate();
  const tooLong = useAfter(longMs);
  return (
    <div className="waiting" role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {tooLong && long !== undefined && <p className="waiting-long">{long}</p>}
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

/** True once the wait is long enough to show that something loads. A shorter wait would only flicker. */
export const useLate = (): boolean => useAfter(lateMs);

/** True after `ms` milliseconds. */
function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setPassed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return passed;
}
