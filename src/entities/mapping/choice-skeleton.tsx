import './mapping.css';
import type { ReactNode } from 'react';
import { Skeleton } from '#src/ui/page/skeleton.tsx';

/** About as many as an uncertain text has. Each value is the drawn width of a name. */
const names = ['52%', '38%', '45%', '41%', '49%', '35%'];
const reasons = ['80%', '45%', '30%', '55%'];
const doubt = ['96%', '64%'];

/** Placeholder for candidates that are loading, at their final height. `why` is below the first, which is marked as active. */
export const ChoiceSkeleton = ({ why }: { why?: ReactNode }) => (
  <ul className="choice-bones" aria-hidden="true">
    {names.map((width, i) => (
      <li key={width} className={i === 0 ? 'is-active' : ''}>
        <div className={`choice${i === 0 ? ' is-active' : ''}`}>
          <span className="choice-digit" />
          <span className="choice-text">
            <span className="choice-name">
              <Skeleton width={width} />
            </span>
            <span className="choice-more">
              <Skeleton width="70%" />
            </span>
          </span>
          <Skeleton width="40px" />
        </div>
        {i === 0 && why}
      </li>
    ))}
  </ul>
);

/** Placeholder for reasons that are loading. */
export const ReasonSkeleton = () => (
  <div className="reasons choice-bones" aria-hidden="true">
    <div className="reasons-lines">
      {reasons.map((width) => (
        <div key={width} className="reason">
          <Skeleton width="56px" />
          <span className="reason-bar" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
    <p className="reasons-doubt">
      {doubt.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </p>
  </div>
);
