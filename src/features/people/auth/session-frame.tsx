import type { ReactNode } from 'react';
import './session-frame.css';

/** The frame of the screens before sign-in: the logo, one column, and on wide screens the harbor picture. */
export function SessionFrame({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="session">
      <main className="session-main">
        <div className="session-box">
          <div className="session-brand">
            <img src="/icon.svg" alt="" width="40" height="40" />
            <span>Jobdock</span>
          </div>
          <h1 id="page-title" tabIndex={-1}>
            {title}
          </h1>
          {note && <p className="muted">{note}</p>}
          {children}
        </div>
      </main>
      <Harbour />
    </div>
  );
}

const lanes = [
  { y: 24, cards: [41, 215, 389] },
  { y: 132, cards: [-46, 128, 302, 476] },
];

/** Job cards on their way to the quay; decoration only. */
function Harbour() {
  return (
    <aside className="session-harbour" aria-hidden>
      <svg viewBox="0 0 560 560" preserveAspectRatio="xMidYMid slice">
        {lanes.map(({ y, cards }) =>
          cards.map((x) => (
            <g key={`${x}${y}`} transform={`translate(${x} ${y})`}>
              <path
                d="M0 10A10 10 0 0 1 10 0h110a10 10 0 0 1 10 10v42a26 26 0 0 1-26 26H26A26 26 0 0 1 0 52Z"
                className="harbour-card"
              />
              <path d="M22 24h64M22 42h38" className="harbour-line" />
            </g>
          )),
        )}
        <path d="M-40 366h124v-30m0 30v14a34 34 0 0 0 34 34h324a34 34 0 0 0 34-34v-44m0 30h124" className="harbour-quay" />
        <g transform="translate(190 312)">
          <path
            d="M0 14A14 14 0 0 1 14 0h152a14 14 0 0 1 14 14v48a36 36 0 0 1-36 36H36A36 36 0 0 1 0 62Z"
            className="harbour-docked"
          />
          <path d="M32 32h92M32 56h52" className="harbour-docked-line" />
        </g>
      </svg>
      <p>
        Every job order, from every vendor system, in one place.
        <br />
        Mapped, checked and posted once.
      </p>
    </aside>
  );
}
